package dev.caravan.mcp.http;

/** What carries the events of a {@link ClientStream} to its client. No method waits. */
interface Connection {

    void send(ServerSentEvent event);

    /** Whether the client is slow to take what was sent. */
    boolean isBusy();

    /** Ends it after what was sent. */
    void end();
}
