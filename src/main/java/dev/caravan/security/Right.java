package dev.caravan.security;

/** What a request wants to do, according to its endpoint and HTTP method. */
public enum Right {
    /** Read public content. */
    NONE,
    /** Use the protocol. Whether a message requires more is decided after it is read. */
    ENTER,
    /** Read lists, resources and definitions. */
    READ,
    /** Call tools. */
    CALL,
    /** Change something over REST. */
    MANAGE,
    /** Read and change the settings of sources of tools: servers, APIs and Kamelets */
    SOURCES
}
