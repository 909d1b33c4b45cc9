package dev.caravan.call;

/** Names that callers send, cut to a length that a message or an event can bear, never within a surrogate pair. */
public final class ShownName {

    private ShownName() {
    }

    /** At most {@code longest} code points; what was longer ends in {@code …}. */
    public static String of(String name, int longest) {
        return name.codePointCount(0, name.length()) <= longest ? name : name.substring(0, name.offsetByCodePoints(0, longest)) + "…";
    }
}
