package dev.caravan.call;

/**
 * The name of a call in metrics. Operators choose such names, callers never do.
 *
 * @param name one of a limited number of names, however many tools users create
 */
public record Metered(Kind kind, String name) {

    /** The name of everything that no route serves. */
    public static final String UNKNOWN = "unknown";

    /** The kind of a call. Metrics are {@code caravan.KIND.calls} and {@code caravan.KIND.in.flight}, tagged with kind and name. */
    public enum Kind {
        TOOL, RESOURCE, PROMPT, REST
    }

    public static Metered tool(String name) {
        return new Metered(Kind.TOOL, name);
    }
}
