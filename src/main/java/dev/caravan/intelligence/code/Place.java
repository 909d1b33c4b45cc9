package dev.caravan.intelligence.code;

/** The position of a name: a definition in a file. */
record Place(SourceFile file, Symbol within) {

    String path() {
        return file.path();
    }

    /** Returns the path with {@code /} at the end; empty for the workspace itself. */
    String directory() {
        return directory(path());
    }

    static String directory(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
