package dev.caravan.mcp.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.mcp.ListChanges;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores the names of tools that a session's list shows besides the usual ones, and tells the session's client when they change. All gateways of
 * one database share them. Without a database, each gateway has its own until it stops.
 */
@Component
public class SessionTools implements Notifications.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(SessionTools.class);
    private static final String LINE = "\n";
    private static final String CHANNEL = "caravan_session_lists";
    /** Limits the sessions that are kept without a database. */
    private static final int MOST_SESSIONS = 10_000;

    private final Store store;
    private final ListChanges changes;
    private final Cache<String, List<String>> own;

    SessionTools(Store store, Notifications notifications, ListChanges changes, SessionStore sessions, ConversationProperties properties) {
        this.store = store;
        this.changes = changes;
        this.own = Caffeine.newBuilder().maximumSize(MOST_SESSIONS).expireAfterWrite(properties.sessionTtl()).build();
        sessions.onEnd(session -> own.invalidate(session.id()));
        notifications.subscribe(CHANNEL, this);
    }

    /** Returns the names, the newest first; none while the database is unavailable. */
    public List<String> of(Session session) {
        if (!store.isSet()) {
            List<String> names = own.getIfPresent(session.id());
            return names == null ? List.of() : names;
        }
        try {
            return store.run(jdbc -> jdbc.sql("select entries from mcp_session_list where session_id = ?").param(session.id())
                    .query((row, number) -> names(row.getString(1))).optional()).orElse(List.of());
        } catch (StoreException e) {
            LOG.warn("Tools of a session not listed because the store is unavailable error={}", e.getMessage());
            return List.of();
        }
    }

    /**
     * Adds names before the others. The client is told if it gets a name that it did not have. While the database is unavailable, nothing is added.
     *
     * @param most names that a session keeps; the oldest go
     */
    public void add(Session session, List<String> names, int most) {
        if (!store.isSet()) {
            own.asMap().compute(session.id(), (id, before) -> {
                List<String> after = merged(names, before == null ? List.of() : before, most);
                if (before == null || !before.containsAll(after)) {
                    changes.changedFor(id, ListChanges.TOOLS);
                    return after;
                }
                return before;
            });
            return;
        }
        try {
            store.<Integer, StoreException>transact(jdbc -> {
                jdbc.sql("delete from mcp_session_list where expires_at < now()").update();
                List<String> before = jdbc.sql("select entries from mcp_session_list where session_id = ? for update").param(session.id())
                        .query((row, number) -> names(row.getString(1))).optional().orElse(List.of());
                List<String> after = merged(names, before, most);
                return before.containsAll(after) ? 0
                        : jdbc.sql("insert into mcp_session_list (session_id, entries, expires_at) values (:id, :entries, :expires) "
                        + "on conflict (session_id) do update set entries = excluded.entries").param("id", session.id()).param("entries", String.join(LINE, after))
                        .param("expires", OffsetDateTime.ofInstant(session.expires(), ZoneOffset.UTC)).update();
            });
        } catch (StoreException e) {
            LOG.warn("Tools not added to the list of a session because the store is unavailable error={}", e.getMessage());
        }
    }

    private static List<String> merged(List<String> names, List<String> before, int most) {
        Set<String> merged = new LinkedHashSet<>(names);
        merged.addAll(before);
        return merged.stream().limit(most).toList();
    }

    private static List<String> names(String lines) {
        return List.of(lines.split(LINE));
    }

    @Override
    public void told(String session) {
        changes.changedFor(session, ListChanges.TOOLS);
    }

    @Override
    public void missed() {
        // a client that was not told gets the list right when it lists again
    }
}
