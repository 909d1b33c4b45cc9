package dev.caravan.rest;

import java.util.List;
import java.util.Map;

/** Which part of a list is asked for: {@code ?skip=0&limit=100}. */
public record PageRequest(long skip, int limit) {

    private static final int LARGEST = 1_000;

    /** @throws RestFailure if a parameter isn't a number that may be */
    public static PageRequest of(Map<String, String> query, int otherwise) throws RestFailure {
        return new PageRequest(number(query, "skip", 0, 0, Long.MAX_VALUE), (int) number(query, "limit", otherwise, 1, LARGEST));
    }

    /** What to read, so that {@link #part} can tell whether there is more. */
    public int oneMore() {
        return limit + 1;
    }

    /** The part that is asked for, of what was read with {@link #oneMore}. */
    public Part part(List<?> read) {
        return read.size() <= limit ? new Part(read, "ok") : new Part(read.subList(0, limit), "There are more than these " + limit + "; skip=" + (skip + limit) + " has the next");
    }

    /**
     * Part of a list.
     *
     * @param message ok, or that there is more
     */
    public record Part(List<?> items, String message) {
    }

    private static long number(Map<String, String> query, String name, long otherwise, long least, long most) throws RestFailure {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw RestFailure.invalid(name + ": must be a whole number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most));
    }
}
