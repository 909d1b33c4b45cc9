package dev.caravan.security.caller;

/** What a request wants to do, as far as its endpoint and its HTTP method tell. */
public enum Right {
    /** To read what is public. */
    NONE,
    /** To speak the protocol at all; which message needs more is decided once it is read. */
    ENTER,
    /** To see what there is: lists, resources, definitions. */
    READ,
    /** To call tools. */
    CALL,
    /** To change what there is, over REST. */
    MANAGE
}
