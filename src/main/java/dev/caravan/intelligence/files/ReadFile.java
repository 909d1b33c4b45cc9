package dev.caravan.intelligence.files;

/** The result of reading a file. */
public sealed interface ReadFile {

    /**
     * A file that the index should have.
     *
     * @param text without a byte order mark, with the line ends of the file
     * @param utf8 the text in UTF-8; do not change it
     * @param hash SHA-256 of the file's bytes, in hexadecimal
     */
    record Text(String text, byte[] utf8, String hash) implements ReadFile {
    }

    /** A file that the index leaves out. */
    record Skipped(SkipReason reason) implements ReadFile {
    }
}
