package dev.caravan.mcp.http;

/** Carries the events of a {@link ClientStream} to its client. No method blocks. */
interface Connection {

    void send(ServerSentEvent event);

    /** Returns whether the client reads slowly. */
    boolean isBusy();

    /** Closes the connection after the events that were sent. */
    void end();
}
