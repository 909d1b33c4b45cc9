package dev.caravan.intelligence.files;

/** Counts brackets; those in quotes and comments count too, which is seldom wrong where statements are short. */
final class Brackets {

    private Brackets() {
    }

    /** How many more the line opens than it closes. */
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
