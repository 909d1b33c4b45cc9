package dev.caravan.mcp.http;

import dev.caravan.mcp.Notification;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Something on an event stream (HTML, server-sent events). Written once, however many streams it goes to. */
final class ServerSentEvent {

    /** A comment, which clients pass over. */
    static final ServerSentEvent KEEP_ALIVE = new ServerSentEvent(": keep-alive\n\n", null);

    private static final HttpString ACCEL_BUFFERING = new HttpString("X-Accel-Buffering");

    private final byte[] bytes;

    private final String json;

    private ServerSentEvent(String text, String json) {
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
        this.json = json;
    }

    /** Says on an answer that it is a stream of these, which nobody between is to keep or to hold back. */
    static void announce(HeaderMap headers) {
        headers.put(Headers.CONTENT_TYPE, "text/event-stream");
        headers.put(Headers.CACHE_CONTROL, "no-cache, no-transform");
        headers.put(ACCEL_BUFFERING, "no");
    }

    /** @param json on one line */
    static ServerSentEvent message(String json) {
        return new ServerSentEvent("event: message\ndata: " + json + "\n\n", json);
    }

    /**
     * One that a client can come back to.
     *
     * @param json on one line
     */
    static ServerSentEvent message(String id, String json) {
        return new ServerSentEvent("event: message\nid: " + id + "\ndata: " + json + "\n\n", json);
    }

    /** No message, but where to come back to. */
    static ServerSentEvent mark(String id) {
        return new ServerSentEvent("id: " + id + "\ndata: \n\n", null);
    }

    /** The same, and after how long. Only where that matters: the official Java client (2.0.1) fails at {@code retry}. */
    static ServerSentEvent mark(String id, Duration retry) {
        return new ServerSentEvent("id: " + id + "\nretry: " + retry.toMillis() + "\ndata: \n\n", null);
    }

    static ServerSentEvent message(Notification notification) {
        return message(notification.json());
    }

    /** The same message as an event that a client can come back to. */
    ServerSentEvent withId(String id) {
        return message(id, json);
    }

    /** As it is written. */
    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** One that another gateway wrote so. */
    static ServerSentEvent ofText(String text) {
        return new ServerSentEvent(text, null);
    }

    int size() {
        return bytes.length;
    }

    /** For one stream to write. */
    ByteBuffer toWrite() {
        return ByteBuffer.wrap(bytes);
    }
}
