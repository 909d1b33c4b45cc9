package dev.caravan.mcp.http;

import dev.caravan.mcp.session.Session;

/** A client of this gateway that reconnects to a stream of another gateway. */
final class RelayedStream {

    private final String id;
    private final String owner;
    private final Session session;
    private final String topic;
    private EventStream connection;
    private ClientStream own;
    private boolean answered;

    /**
     * Creates the stream.
     *
     * @param owner gateway that has the stream
     * @param topic topic of the session's own stream here, if the owner no longer has the stream
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

    /** Records that the owner has answered or its time is over. Returns true for the first of the two. */
    synchronized boolean answer() {
        boolean first = !answered;
        answered = true;
        return first;
    }

    /** Returns the stream that replaces the owner's; null while the owner's continues. */
    synchronized ClientStream own() {
        return own;
    }

    synchronized void own(ClientStream stream) {
        this.own = stream;
    }
}
