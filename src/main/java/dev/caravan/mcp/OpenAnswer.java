package dev.caravan.mcp;

import java.util.ArrayList;
import java.util.List;

/** The stream of an answer, with the actions that wait for its end. */
public abstract class OpenAnswer implements AnswerStream {

    private final List<Runnable> whenClosed = new ArrayList<>();
    private final List<Runnable> whenCancelled = new ArrayList<>();
    /** Whether nothing more is sent. The monitor of this object guards this field and the next. */
    protected boolean closed;
    /** Whether the client has cancelled its request. */
    protected boolean silent;

    @Override
    public final void silence() {
        synchronized (this) {
            silent = true;
        }
        run(whenCancelled);
    }

    @Override
    public final void whenClosed(Runnable action) {
        boolean late;
        synchronized (this) {
            late = closed || !whenClosed.add(action);
        }
        if (late) {
            action.run();
        }
    }

    @Override
    public final void whenCancelled(Runnable action) {
        boolean late;
        synchronized (this) {
            late = silent || !whenCancelled.add(action);
        }
        if (late) {
            action.run();
        }
    }

    /** Runs the actions that wait for the end of the stream. They may still send messages until {@link #closed} is true. */
    protected final void runWhenClosed() {
        run(whenClosed);
    }

    /** Stops further messages, because the answer follows. */
    protected final void closeForAnswer() {
        runWhenClosed();
        synchronized (this) {
            closed = true;
            whenCancelled.clear();
        }
    }

    private void run(List<Runnable> kept) {
        List<Runnable> actions;
        synchronized (this) {
            actions = List.copyOf(kept);
            kept.clear();
        }
        actions.forEach(Runnable::run);
    }
}
