package dev.caravan.mcp.http;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Notification;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the answer to a POST an event stream when there is first something to send ahead of it; till then, and for every
 * request that has nothing to, the answer is plain JSON. Writes on the threads that call.
 */
final class HttpAnswerStream implements AnswerStream {

    private static final Logger LOG = LoggerFactory.getLogger(HttpAnswerStream.class);

    private final HttpServerExchange http;
    private boolean begun;
    private boolean ended;

    HttpAnswerStream(HttpServerExchange http) {
        this.http = http;
    }

    @Override
    public synchronized void send(Notification notification) {
        if (ended) {
            return;
        }
        if (!begun) {
            begun = true;
            ServerSentEvent.announce(http.getResponseHeaders());
        }
        write(ServerSentEvent.message(notification));
    }

    /** From now on nothing is sent ahead. True: it is an event stream, to which the answer goes by {@link #end}. */
    synchronized boolean close() {
        ended = true;
        return begun;
    }

    /** Sends the answer, which is JSON on one line, and ends the stream. */
    synchronized void end(byte[] answer) {
        if (answer.length > 0) {
            write(ServerSentEvent.message(new String(answer, StandardCharsets.UTF_8)));
        }
        http.endExchange();
    }

    private void write(ServerSentEvent event) {
        try {
            event.writeTo(http.getOutputStream());
        } catch (IOException e) {
            LOG.debug("The client has left its stream", e);
            ended = true;
        }
    }
}
