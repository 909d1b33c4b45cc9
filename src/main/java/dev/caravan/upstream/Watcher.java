package dev.caravan.upstream;

/** Whom a transport tells what the SDK does not tell its client. */
interface Watcher {

    /** The connection is of no more use. */
    void ended(String reason);

    /** The server has lost the session, and so not run the calls that this ends; the SDK makes a new session. */
    void forgotten();
}
