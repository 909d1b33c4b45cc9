package dev.caravan.mcp.stdio;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.OpenAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends messages before one answer, and knows whether the client still wants that answer. */
final class StdioAnswer extends OpenAnswer {

    private final StdioOutput output;

    StdioAnswer(StdioOutput output) {
        this.output = output;
    }

    @Override
    public synchronized void send(Notification notification) {
        if (!closed && !silent && !output.isBusy()) {
            output.send(notification.json().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public synchronized void send(AnswerStream.ServerRequest request) {
        if (!closed && !silent) {
            output.send(request.json().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void interrupt(Duration after) {
        // the client can't reconnect on standard input and output
    }

    /** Stops further messages. Returns false if the client wants no answer. */
    boolean close() {
        closeForAnswer();
        synchronized (this) {
            return !silent;
        }
    }
}
