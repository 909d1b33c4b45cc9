package dev.caravan.intelligence.code;

/** Where a name stands: in a definition of a file. */
record Place(SourceFile file, Symbol within) {

    String path() {
        return file.path();
    }

    /** With its {@code /} at the end; empty for the workspace itself. */
    String directory() {
        return directory(path());
    }

    static String directory(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
