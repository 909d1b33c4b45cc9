package dev.caravan.intelligence.code;

/** How near places of a workspace are to each other. */
final class Nearness {

    private Nearness() {
    }

    /** How much of their beginnings paths have in common, in characters up to the last {@code /} or {@code #}; more is nearer. */
    static int of(String path, String other) {
        int common = 0;
        int length = Math.min(path.length(), other.length());
        for (int i = 0; i < length && path.charAt(i) == other.charAt(i); i++) {
            if (path.charAt(i) == '/') {
                common = i + 1;
            }
        }
        boolean same = path.startsWith(other) && (path.length() == other.length() || path.charAt(other.length()) == '#');
        return same ? other.length() + 1 : common;
    }
}
