package dev.caravan.call;

import dev.caravan.observe.TraceParent;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses the trace id of a call: the caller's from W3C {@code traceparent}, or a new one; 32 hex digits. */
final class TraceIds {

    private TraceIds() {
    }

    /** @param parent null if the caller sent none */
    static String of(TraceParent parent) {
        if (parent != null) {
            return parent.traceId();
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return hex(random.nextLong()) + hex(random.nextLong() | 1);
    }

    private static String hex(long bits) {
        String digits = Long.toHexString(bits);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
