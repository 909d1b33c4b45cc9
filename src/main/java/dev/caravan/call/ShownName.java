package dev.caravan.call;

/** Cuts callers' names to a length for messages and events, never within a surrogate pair. */
public final class ShownName {

    private ShownName() {
    }

    /** Returns at most {@code longest} code points; a cut name ends in {@code …}. */
    public static String of(String name, int longest) {
        return name.codePointCount(0, name.length()) <= longest ? name : name.substring(0, name.offsetByCodePoints(0, longest)) + "…";
    }
}
