package dev.caravan.intelligence.code;

/** Measures how near two places of a workspace are. */
final class Nearness {

    private Nearness() {
    }

    /**
     * Returns the number of characters of whole folders that both paths begin with, up to the last {@code /}. A larger number is nearer. The same
     * file is nearest: {@code other} itself, or a definition {@code other#…} in it.
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
