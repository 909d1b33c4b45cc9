package dev.caravan.intelligence.files;

/** Counts brackets. Brackets in quotes and comments count too, which is rarely wrong for short statements. */
final class Brackets {

    private Brackets() {
    }

    /** Returns how many more brackets the line opens than it closes. */
    static int opened(String line) {
        int open = 0;
        for (int i = 0; i < line.length(); i++) {
            switch (line.charAt(i)) {
                case '(', '[', '{' -> open++;
                case ')', ']', '}' -> open--;
                default -> { }
            }
        }
        return open;
    }
}
