package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;

/**
 * Limits how many bytes of values one call or one statement may read. The sum is approximate: each value counts with the memory that
 * Java needs for it, so many small values also reach the limit.
 */
public final class ReadLimit {

    private static final int BESIDE = 32;

    private final long bytes;
    private long left;

    public ReadLimit(long bytes) {
        this.bytes = bytes;
        this.left = bytes;
    }

    /** Returns whether the limit is not exceeded. The last value may have exceeded it. */
    public boolean isOpen() {
        return left > 0;
    }

    public void add(Object value) {
        left -= size(value);
    }

    /** Adds the bytes of another limit to this one. */
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
        if (value instanceof JsonNode node) {
            long members = node.properties().stream().mapToLong(member -> member.getKey().length()).sum();
            for (JsonNode member : node) {
                members += size(member);
            }
            return BESIDE + members + (node.isValueNode() ? node.asText().length() : 0);
        }
        return BESIDE + (value instanceof CharSequence text ? text.length() : value instanceof byte[] bytes ? bytes.length : 0);
    }
}
