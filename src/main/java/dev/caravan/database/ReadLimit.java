package dev.caravan.database;

import java.util.Collection;
import java.util.Map;

/**
 * How much one call, or one statement, may read: about so many bytes of values. A value counts with what Java keeps beside it, so that many
 * small ones are not cheap.
 */
public final class ReadLimit {

    private static final int BESIDE = 32;

    private final long bytes;
    private long left;

    public ReadLimit(long bytes) {
        this.bytes = bytes;
        this.left = bytes;
    }

    /** Whether the limit is not reached. What was added last may have exceeded it. */
    public boolean isOpen() {
        return left > 0;
    }

    public void add(Object value) {
        left -= size(value);
    }

    /** Adds what was added to another limit. */
    public void add(ReadLimit part) {
        left -= part.bytes - part.left;
    }

    private static long size(Object value) {
        if (value instanceof Map<?, ?> map) {
            return BESIDE + map.entrySet().stream().mapToLong(entry -> size(entry.getKey()) + size(entry.getValue())).sum();
        }
        if (value instanceof Collection<?> list) {
            return BESIDE + list.stream().mapToLong(ReadLimit::size).sum();
        }
        return BESIDE + (value instanceof CharSequence text ? text.length() : value instanceof byte[] bytes ? bytes.length : 0);
    }
}
