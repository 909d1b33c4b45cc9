package dev.caravan.mcp.session;

import dev.caravan.mcp.LogLevel;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/**
 * Stores what a session has besides its id, for all gateways: its log level, and whether it has ended. While the store is unavailable, a
 * session that this gateway does not know counts as not ended.
 */
@Component
public class SessionStore {

    private static final int KEPT = 100_000;

    /** @param level null if the client has asked for none */
    private record Note(LogLevel level, boolean ended) {

        private static final Note NOTHING = new Note(null, false);
        private static final String ENDED = "ended ";

        static Note of(byte[] value) {
            if (value == null) {
                return NOTHING;
            }
            String text = new String(value, StandardCharsets.UTF_8);
            boolean ended = text.startsWith(ENDED);
            return new Note(LogLevel.of(ended ? text.substring(ENDED.length()) : text).orElse(null), ended);
        }

        byte[] value() {
            return ((ended ? ENDED : "") + (level == null ? "" : level.word())).getBytes(StandardCharsets.UTF_8);
        }
    }

    private final KeyValue values;
    private final List<Consumer<Session>> listeners = new CopyOnWriteArrayList<>();

    SessionStore(KeyValueStore kinds) {
        this.values = kinds.openCached("session", KeyValue.Limits.newest(KEPT));
    }

    /** Returns whether the session has ended. */
    public boolean isEnded(Session session) {
        return note(session).ended();
    }

    /** Returns the lowest level of log messages that the client has asked for; null if it has asked for none. */
    public LogLevel level(Session session) {
        return note(session).level();
    }

    private Note note(Session session) {
        return Note.of(values.get(session.id()).orElse(null));
    }

    /**
     * Stores the log level of a session.
     *
     * @throws dev.caravan.store.StoreException if it can't be stored now
     */
    void level(Session session, LogLevel level) {
        values.change(session.id(), null, session.left(), before -> new Note(level, Note.of(before).ended()).value());
    }

    /**
     * Ends a session.
     *
     * @throws dev.caravan.store.StoreException if it can't be stored now
     */
    public void end(Session session) {
        values.change(session.id(), null, session.left(), before -> new Note(Note.of(before).level(), true).value());
        listeners.forEach(listener -> listener.accept(session));
    }

    /** Adds a listener, which receives each session that its client ends at this gateway. It must return quickly. */
    public void onEnd(Consumer<Session> listener) {
        listeners.add(listener);
    }
}
