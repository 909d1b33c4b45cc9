package dev.caravan.mcp.http;

import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One event of an event stream (HTML, server-sent events).
 *
 * @param text the event as written
 * @param json its message; null if it has none
 */
record ServerSentEvent(String text, String json) {

    /** A comment, which clients ignore. */
    static final ServerSentEvent KEEP_ALIVE = new ServerSentEvent(": keep-alive\n\n", null);

    private static final HttpString ACCEL_BUFFERING = new HttpString("X-Accel-Buffering");

    /** Sets the headers of an event stream, so that proxies neither cache nor buffer it. */
    static void announce(HeaderMap headers) {
        headers.put(Headers.CONTENT_TYPE, "text/event-stream");
        headers.put(Headers.CACHE_CONTROL, "no-cache, no-transform");
        headers.put(ACCEL_BUFFERING, "no");
    }

    /**
     * Creates a message event.
     *
     * @param json JSON on one line
     */
    static ServerSentEvent message(String json) {
        return new ServerSentEvent("event: message\ndata: " + json + "\n\n", json);
    }

    /**
     * Creates an event with an id and no message.
     *
     * @param retry null for none; give it only where needed, because the official Java client (2.0.1) fails at {@code retry}
     */
    static ServerSentEvent mark(String id, Duration retry) {
        return new ServerSentEvent("id: " + id + (retry == null ? "" : "\nretry: " + retry.toMillis()) + "\ndata: \n\n", null);
    }

    /** Returns the same message as an event with an id to which a client can reconnect. */
    ServerSentEvent withId(String id) {
        return new ServerSentEvent("event: message\nid: " + id + "\ndata: " + json + "\n\n", json);
    }

    /** Wraps the text of several events. */
    static ServerSentEvent ofText(String text) {
        return new ServerSentEvent(text, null);
    }

    int size() {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns a buffer for one stream to write. */
    ByteBuffer toWrite() {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
