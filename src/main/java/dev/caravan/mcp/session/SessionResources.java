package dev.caravan.mcp.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.store.Store;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stores which sessions have subscribed to which resources. All gateways of one database share the subscriptions. Without a database, each
 * gateway has its own until it stops.
 */
@Component
public class SessionResources implements SubscribedResources.Holder {

    /** Limits the subscriptions of one session. */
    static final int MOST = 1_000;

    /**
     * The subscriptions of a session without a database.
     *
     * @param owner caller whose quota they count against; null if there is none
     */
    private record Kept(String owner, Set<String> uris) {

        long size() {
            return uris.stream().mapToLong(SubscribedBytes::of).sum();
        }
    }

    private final Store store;
    private final SubscribedBytes bytes;
    private final Cache<String, Kept> own;

    SessionResources(Store store, ConversationProperties properties, SubscribedBytes bytes) {
        this.store = store;
        this.bytes = bytes;
        this.own = Caffeine.newBuilder().expireAfterWrite(properties.sessionTtl()).scheduler(Scheduler.systemScheduler()).executor(Runnable::run)
                .removalListener((String session, Kept kept, RemovalCause cause) -> {
                    if (cause != RemovalCause.REPLACED) {
                        bytes.give(kept.owner(), kept.size());
                    }
                }).build();
    }

    /**
     * Adds a subscription; returns false if the session has reached its limit.
     *
     * @param owner caller whose quota it counts against; null if there is none
     * @throws McpException 429 or 503, if subscriptions use all their memory
     * @throws dev.caravan.store.StoreException if the subscription can't be stored now
     */
    boolean add(Session session, String uri, String owner) throws McpException {
        if (!store.isSet()) {
            return keep(session, uri, owner);
        }
        return store.<Boolean, McpException>transact(jdbc -> {
            jdbc.sql("delete from mcp_session_resource where expires_at < now()").update();
            int added = jdbc.sql("insert into mcp_session_resource (session_id, uri, expires_at, owner) select :id, :uri, :expires, :owner "
                    + "where (select count(*) from mcp_session_resource where session_id = :id) < :most on conflict do nothing")
                    .param("id", session.id()).param("uri", uri).param("most", MOST).param("owner", owner)
                    .param("expires", OffsetDateTime.ofInstant(session.expires(), ZoneOffset.UTC)).update();
            if (added == 1 && owner != null && isOverShare(jdbc, owner)) {
                throw bytes.overShare();
            }
            return added == 1 || jdbc.sql("select count(*) from mcp_session_resource where session_id = :id and uri = :uri")
                    .param("id", session.id()).param("uri", uri).query(Integer.class).single() == 1;
        });
    }

    private boolean isOverShare(JdbcClient jdbc, String owner) {
        return bytes.mostOfCaller() > 0 && jdbc.sql("select sum(octet_length(uri) + :overhead) from mcp_session_resource where owner = :owner")
                .param("overhead", SubscribedBytes.OVERHEAD).param("owner", owner).query(Long.class).single() > bytes.mostOfCaller();
    }

    private boolean keep(Session session, String uri, String owner) throws McpException {
        Kept before = own.getIfPresent(session.id());
        if (before != null && before.uris().contains(uri)) {
            return true;
        }
        bytes.take(owner, SubscribedBytes.of(uri));
        boolean[] added = new boolean[1];
        Kept now = own.asMap().compute(session.id(), (same, kept) -> {
            Kept all = kept == null ? new Kept(owner, ConcurrentHashMap.newKeySet()) : kept;
            added[0] = all.uris().size() < MOST && all.uris().add(uri);
            return all;
        });
        if (!added[0]) {
            bytes.give(owner, SubscribedBytes.of(uri));
        }
        return added[0] || now.uris().contains(uri);
    }

    /**
     * Removes a subscription.
     *
     * @throws dev.caravan.store.StoreException if the change can't be stored now
     */
    void remove(Session session, String uri) {
        if (!store.isSet()) {
            own.asMap().computeIfPresent(session.id(), (same, kept) -> {
                if (kept.uris().remove(uri)) {
                    bytes.give(kept.owner(), SubscribedBytes.of(uri));
                }
                return kept;
            });
            return;
        }
        store.<Object, RuntimeException>transact(jdbc -> jdbc.sql("delete from mcp_session_resource where session_id = :id and uri = :uri")
                .param("id", session.id()).param("uri", uri).update());
    }

    /**
     * Removes the subscriptions of a session that has ended.
     *
     * @throws dev.caravan.store.StoreException if the change can't be stored now
     */
    public void end(Session session) {
        if (!store.isSet()) {
            own.invalidate(session.id());
            return;
        }
        store.<Object, RuntimeException>transact(jdbc -> jdbc.sql("delete from mcp_session_resource where session_id = :id").param("id", session.id()).update());
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Map<String, Set<String>> uris = new HashMap<>();
        if (store.isSet()) {
            store.run(jdbc -> jdbc.sql("select distinct coalesce(owner, :nobody), uri from mcp_session_resource where expires_at > now()")
                    .param("nobody", SubscribedResources.NOBODY).query((row, number) -> uris.computeIfAbsent(row.getString(1), none -> new HashSet<>()).add(row.getString(2))).list());
        } else {
            own.asMap().values().forEach(kept -> uris.computeIfAbsent(kept.owner() == null ? SubscribedResources.NOBODY : kept.owner(), none -> new HashSet<>()).addAll(kept.uris()));
        }
        return uris;
    }

    /**
     * Returns the ids of the sessions that subscribe to this resource.
     *
     * @throws dev.caravan.store.StoreException if the store can't be asked now
     */
    public Set<String> subscribers(String uri) {
        Set<String> sessions = new LinkedHashSet<>();
        if (store.isSet()) {
            sessions.addAll(store.run(jdbc -> jdbc.sql("select session_id from mcp_session_resource where uri = :uri and expires_at > now()")
                    .param("uri", uri).query(String.class).list()));
        } else {
            own.asMap().forEach((session, kept) -> {
                if (kept.uris().contains(uri)) {
                    sessions.add(session);
                }
            });
        }
        return sessions;
    }
}
