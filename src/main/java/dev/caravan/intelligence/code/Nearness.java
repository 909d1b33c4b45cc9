package dev.caravan.intelligence.code;

/** How near places of a workspace are to each other. */
final class Nearness {

    private Nearness() {
    }

    /**
     * How many characters of whole folders both begin with, up to and with the last {@code /}; more is nearer. Nearest is the same
     * file: {@code other} itself, or {@code other#}what is in it.
     */
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
