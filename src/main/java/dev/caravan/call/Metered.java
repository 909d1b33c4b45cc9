package dev.caravan.call;

/**
 * What metrics call something that clients ask for: a name that operators gave, never one that callers made up.
 *
 * @param name bounded in number, whatever is asked for and however many tools users make
 */
public record Metered(Kind kind, String name) {

    /** Of whatever nobody serves. */
    public static final String UNKNOWN = "unknown";

    /** Its metrics are {@code caravan.KIND.calls} and {@code caravan.KIND.in.flight}, tagged with the kind and the name. */
    public enum Kind {
        TOOL, RESOURCE, PROMPT, REST
    }

    public static Metered tool(String name) {
        return new Metered(Kind.TOOL, name);
    }

    public static Metered resource(String name) {
        return new Metered(Kind.RESOURCE, name);
    }

    /** @param route by its id */
    public static Metered rest(String route) {
        return new Metered(Kind.REST, route);
    }

    public static Metered prompt(String name) {
        return new Metered(Kind.PROMPT, name);
    }
}
