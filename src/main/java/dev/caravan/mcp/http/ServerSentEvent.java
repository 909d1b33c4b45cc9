package dev.caravan.mcp.http;

import dev.caravan.mcp.Notification;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Something on an event stream (HTML, server-sent events). Written once, however many streams it goes to. */
final class ServerSentEvent {

    /** A comment, which clients pass over. */
    static final ServerSentEvent KEEP_ALIVE = new ServerSentEvent(": keep-alive\n\n");

    private static final HttpString ACCEL_BUFFERING = new HttpString("X-Accel-Buffering");

    private final byte[] bytes;

    private ServerSentEvent(String text) {
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /** Says on an answer that it is a stream of these, which nobody between is to keep or to hold back. */
    static void announce(HeaderMap headers) {
        headers.put(Headers.CONTENT_TYPE, "text/event-stream");
        headers.put(Headers.CACHE_CONTROL, "no-cache, no-transform");
        headers.put(ACCEL_BUFFERING, "no");
    }

    /** @param json on one line */
    static ServerSentEvent message(String json) {
        return new ServerSentEvent("event: message\ndata: " + json + "\n\n");
    }

    static ServerSentEvent message(Notification notification) {
        return message(notification.json());
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** For one stream to write. */
    ByteBuffer toWrite() {
        return ByteBuffer.wrap(bytes);
    }
}
