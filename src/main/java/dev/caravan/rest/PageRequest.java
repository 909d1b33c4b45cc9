package dev.caravan.rest;

import dev.caravan.envelope.Text;
import java.util.List;
import java.util.Map;

/** The requested part of a list: {@code ?skip=0&limit=100}. */
public record PageRequest(long skip, int limit) {

    static final Text OK = Text.words("ok");
    private static final int LARGEST = 1_000;

    /** Reads the query parameters. @throws RestFailure if a parameter is not a number in its range */
    public static PageRequest of(Map<String, String> query, int otherwise) throws RestFailure {
        return new PageRequest(number(query, "skip", 0, 0, Long.MAX_VALUE), (int) number(query, "limit", otherwise, 1, LARGEST));
    }

    /** Returns how many items to read: one more than the page has, so that {@link #part} knows whether there are more. */
    public int oneMore() {
        return limit + 1;
    }

    /** Returns the requested part of the items that were read with {@link #oneMore}. */
    public Part part(List<?> read) {
        return read.size() <= limit ? new Part(read, OK)
                : new Part(read.subList(0, limit), Text.of("rest.page.more", limit, skip + limit));
    }

    /**
     * A part of a list.
     *
     * @param message ok, or a note that more items exist
     */
    public record Part(List<?> items, Text message) {
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
            // the failure below says it
        }
        throw most == Long.MAX_VALUE ? RestError.VALIDATION.of("rest.page.from", name, least)
                : RestError.VALIDATION.of("rest.page.range", name, least, most);
    }
}
