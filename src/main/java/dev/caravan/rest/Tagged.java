package dev.caravan.rest;

/** Something with a version of its own. Answers send it as ETag, so that a client can change what it has read and nothing newer. */
public interface Tagged {

    /** Returns the version: it is another one after each change. */
    String tag();
}
