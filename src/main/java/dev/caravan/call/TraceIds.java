package dev.caravan.call;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The trace id of a call: the caller's, from W3C {@code traceparent}, or a new one; 32 hex digits. */
final class TraceIds {

    private static final Pattern TRACEPARENT = Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

    private TraceIds() {
    }

    static String of(String traceparent) {
        if (traceparent != null && traceparent.length() <= 256) {
            Matcher matcher = TRACEPARENT.matcher(traceparent.strip());
            if (matcher.matches()) {
                return matcher.group(1);
            }
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return hex(random.nextLong()) + hex(random.nextLong() | 1);
    }

    private static String hex(long bits) {
        String digits = Long.toHexString(bits);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
