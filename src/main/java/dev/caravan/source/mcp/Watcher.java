package dev.caravan.source.mcp;

/** Receives events of a transport that the SDK does not report to its client. */
interface Watcher {

    /** The connection can't be used any more. */
    void ended(String reason);

    /** The server has lost the session. It has not run the calls that fail now; the SDK makes a new session. */
    void forgotten();
}
