package dev.caravan.mcp.stdio;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sends messages before one answer, and knows whether the client still wants that answer. */
final class StdioAnswer implements AnswerStream {

    private final StdioOutput output;
    private final List<Runnable> whenClosed = new ArrayList<>();
    private final List<Runnable> whenCancelled = new ArrayList<>();
    private boolean closed;
    private boolean silent;

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
    public synchronized void send(ServerRequest request) {
        if (!closed && !silent) {
            output.send(request.json().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void interrupt(Duration after) {
        // the client can't reconnect on standard input and output
    }

    @Override
    public void silence() {
        run(whenCancelled, () -> silent = true);
    }

    @Override
    public void whenClosed(Runnable action) {
        keep(action, whenClosed);
    }

    @Override
    public void whenCancelled(Runnable action) {
        keep(action, whenCancelled);
    }

    /** Stops further messages. Returns false if the client wants no answer. */
    boolean close() {
        run(whenClosed, () -> { });
        synchronized (this) {
            closed = true;
            whenCancelled.clear();
            return !silent;
        }
    }

    private void keep(Runnable action, List<Runnable> actions) {
        synchronized (this) {
            if (!(closed || actions == whenCancelled && silent)) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    private void run(List<Runnable> kept, Runnable state) {
        List<Runnable> actions;
        synchronized (this) {
            state.run();
            actions = List.copyOf(kept);
            kept.clear();
        }
        actions.forEach(Runnable::run);
    }
}
