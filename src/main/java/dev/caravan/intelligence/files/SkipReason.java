package dev.caravan.intelligence.files;

/** Why a file isn't indexed. */
public enum SkipReason {
    /** No text: it has a NUL byte near its beginning, or isn't UTF-8. */
    BINARY,
    TOO_LARGE,
    /** Made by a program, as its name, its first lines or its endless ones say. */
    GENERATED,
    /** It can't be read, or is no longer there. */
    UNREADABLE,
    /** Nothing but white space. */
    EMPTY
}
