package dev.caravan.mcp.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.mcp.LogLevel;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores what a session has besides its id: its log level, and whether it has ended. All gateways of one database share it. Without a
 * database, each gateway has its own until it stops. While the database is unavailable, a session counts as not ended.
 */
@Component
public class SessionStore implements Notifications.Listener {

    private record Note(LogLevel level, boolean ended) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(SessionStore.class);
    private static final String CHANNEL = "caravan_sessions";
    private static final Note NOTHING = new Note(null, false);
    private static final int KEPT = 100_000;
    private static final long PAUSE = Duration.ofSeconds(2).toNanos();

    private final Store store;
    private final Notifications notifications;
    private final Cache<String, Note> cache;
    private final AtomicLong changes = new AtomicLong();
    private final List<Consumer<Session>> listeners = new CopyOnWriteArrayList<>();
    private volatile long failed = System.nanoTime() - PAUSE;

    SessionStore(Store store, Notifications notifications, ConversationProperties properties) {
        this.store = store;
        this.notifications = notifications;
        this.cache = Caffeine.newBuilder().maximumSize(KEPT).expireAfterWrite(properties.sessionTtl()).build();
        notifications.subscribe(CHANNEL, this);
    }

    /** Returns whether the session has ended; false while the database is unavailable. */
    public boolean isEnded(Session session) {
        return note(session).ended();
    }

    /** Returns the lowest level of log messages that the client has asked for; null if it has asked for none. */
    public LogLevel level(Session session) {
        return note(session).level();
    }

    /**
     * Stores the log level of a session.
     *
     * @throws StoreException if it can't be stored now
     */
    void level(Session session, LogLevel level) {
        write(session, level, false);
    }

    /**
     * Ends a session.
     *
     * @throws StoreException if it can't be stored now
     */
    public void end(Session session) {
        write(session, null, true);
        listeners.forEach(listener -> listener.accept(session));
    }

    /** Adds a listener, which receives each session that its client ends at this gateway. It must return quickly. */
    public void onEnd(Consumer<Session> listener) {
        listeners.add(listener);
    }

    private void write(Session session, LogLevel level, boolean ended) {
        if (!store.isSet()) {
            Note before = note(session);
            cache.put(session.id(), new Note(level == null ? before.level() : level, ended || before.ended()));
            return;
        }
        store.<Object, StoreException>transact(jdbc -> {
            jdbc.sql("delete from mcp_session where expires_at < now()").update();
            return jdbc.sql("insert into mcp_session (id, log_level, ended, expires_at) values (:id, :level, :ended, :expires) on conflict (id) do update "
                    + "set log_level = coalesce(excluded.log_level, mcp_session.log_level), ended = excluded.ended or mcp_session.ended")
                    .param("id", session.id()).param("level", level == null ? null : level.word()).param("ended", ended)
                    .param("expires", OffsetDateTime.ofInstant(session.expires(), ZoneOffset.UTC)).update();
        });
        notifications.settle();
    }

    private Note note(Session session) {
        Note kept = cache.getIfPresent(session.id());
        if (!store.isSet() || kept != null && notifications.isListening()) {
            return kept == null ? NOTHING : kept;
        }
        if (System.nanoTime() - failed < PAUSE) {
            return kept == null ? NOTHING : kept;
        }
        try {
            return read(session);
        } catch (StoreException e) {
            failed = System.nanoTime();
            LOG.warn("Ended sessions unknown because the store is unavailable error={}", e.getMessage());
            return kept == null ? NOTHING : kept;
        }
    }

    private Note read(Session session) {
        long before = changes.get();
        Note note = store.run(jdbc -> jdbc.sql("select log_level, ended from mcp_session where id = ?").param(session.id())
                .query((row, number) -> new Note(LogLevel.of(row.getString("log_level")).orElse(null), row.getBoolean("ended"))).optional()).orElse(NOTHING);
        if (notifications.isListening() && changes.get() == before) {
            cache.put(session.id(), note);
            if (changes.get() != before) {
                cache.invalidate(session.id());
            }
        }
        return note;
    }

    @Override
    public void told(String id) {
        changes.incrementAndGet();
        cache.invalidate(id);
    }

    /** Keeps cached notes while the database is unavailable, and reads them again afterwards. */
    @Override
    public void missed() {
        changes.incrementAndGet();
        if (notifications.isListening()) {
            cache.invalidateAll();
        }
    }
}
