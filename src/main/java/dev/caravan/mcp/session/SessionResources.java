package dev.caravan.mcp.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.store.Store;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Which sessions have subscribed to which resources; the same at every gateway. Where there is no database, it is this one's, while
 * it runs.
 */
@Component
public class SessionResources {

    /** Of one session. */
    static final int MOST = 1_000;
    private static final int KEPT = 100_000;

    private record Subscribed(String session, String uri) {
    }

    private final Store store;
    private final Cache<Subscribed, Boolean> own;

    SessionResources(Store store, ConversationProperties properties) {
        this.store = store;
        this.own = Caffeine.newBuilder().maximumSize(KEPT).expireAfterWrite(properties.sessionTtl()).build();
    }

    /**
     * False: the session has as many as it may.
     *
     * @throws dev.caravan.store.StoreException if it can't be kept now
     */
    boolean add(Session session, String uri) {
        if (!store.isSet()) {
            own.put(new Subscribed(session.id(), uri), true);
            return true;
        }
        return store.<Boolean, RuntimeException>transact(jdbc -> {
            jdbc.sql("delete from mcp_session_resource where expires_at < now()").update();
            jdbc.sql("insert into mcp_session_resource (session_id, uri, expires_at) select :id, :uri, :expires "
                    + "where (select count(*) from mcp_session_resource where session_id = :id) < :most on conflict do nothing")
                    .param("id", session.id()).param("uri", uri).param("most", MOST)
                    .param("expires", OffsetDateTime.ofInstant(session.expires(), ZoneOffset.UTC)).update();
            return jdbc.sql("select count(*) from mcp_session_resource where session_id = :id and uri = :uri")
                    .param("id", session.id()).param("uri", uri).query(Integer.class).single() == 1;
        });
    }

    /** @throws dev.caravan.store.StoreException if it can't be kept now */
    void remove(Session session, String uri) {
        if (!store.isSet()) {
            own.invalidate(new Subscribed(session.id(), uri));
            return;
        }
        store.<Object, RuntimeException>transact(jdbc -> jdbc.sql("delete from mcp_session_resource where session_id = :id and uri = :uri")
                .param("id", session.id()).param("uri", uri).update());
    }

    /**
     * Ids of sessions.
     *
     * @throws dev.caravan.store.StoreException if that can't be told now
     */
    public Set<String> subscribers(String uri) {
        Set<String> sessions = new LinkedHashSet<>();
        if (store.isSet()) {
            sessions.addAll(store.run(jdbc -> jdbc.sql("select session_id from mcp_session_resource where uri = :uri and expires_at > now()")
                    .param("uri", uri).query(String.class).list()));
        } else {
            own.asMap().keySet().stream().filter(subscribed -> subscribed.uri().equals(uri)).forEach(subscribed -> sessions.add(subscribed.session()));
        }
        return sessions;
    }
}
