package dev.caravan.intelligence.files;

/** What reading a file came to. */
public sealed interface ReadFile {

    /**
     * A file worth indexing.
     *
     * @param text without a byte order mark; its line ends are as they stand in the file
     * @param utf8 the text in UTF-8; not to be changed
     * @param hash SHA-256 of the file's bytes, as hex
     */
    record Text(String text, byte[] utf8, String hash) implements ReadFile {
    }

    /** A file that is passed over. */
    record Skipped(SkipReason reason) implements ReadFile {
    }
}
