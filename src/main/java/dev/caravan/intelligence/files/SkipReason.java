package dev.caravan.intelligence.files;

/** Why the index leaves out a file. */
public enum SkipReason {
    /** Not text: a NUL byte near its beginning, or not UTF-8. */
    BINARY,
    TOO_LARGE,
    /** Written by a program, as its name, its first lines or its very long lines show. */
    GENERATED,
    /** Unreadable, or deleted meanwhile. */
    UNREADABLE,
    /** Only white space. */
    EMPTY
}
