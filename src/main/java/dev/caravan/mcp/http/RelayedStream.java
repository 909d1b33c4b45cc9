package dev.caravan.mcp.http;

import dev.caravan.mcp.session.Session;

/** A client that has come back to this gateway for a stream of another one. */
final class RelayedStream {

    private final String id;
    private final String owner;
    private final Session session;
    private final String topic;
    private EventStream connection;
    private ClientStream own;
    private boolean answered;

    /**
     * @param owner the gateway that has the stream
     * @param topic of the session's own stream here, if the owner doesn't have it any more
     */
    RelayedStream(String id, String owner, Session session, String topic) {
        this.id = id;
        this.owner = owner;
        this.session = session;
        this.topic = topic;
    }

    String id() {
        return id;
    }

    String owner() {
        return owner;
    }

    Session session() {
        return session;
    }

    String topic() {
        return topic;
    }

    synchronized EventStream connection() {
        return connection;
    }

    synchronized void connection(EventStream opened) {
        this.connection = opened;
    }

    /** The owner has said something, or too long nothing. True for the first. */
    synchronized boolean answer() {
        boolean first = !answered;
        answered = true;
        return first;
    }

    /** The stream that it goes on with instead; null while it is the owner's. */
    synchronized ClientStream own() {
        return own;
    }

    synchronized void own(ClientStream stream) {
        this.own = stream;
    }
}
