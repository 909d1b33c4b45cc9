package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.Revision;
import dev.caravan.security.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Creates and reads session ids: signed texts that contain the whole session. */
@Component
public class SessionTokens {

    private static final String PURPOSE = "session";
    private static final int LONGEST = 2_000;
    private static final int MOST_READ = 2_000;

    private final HmacSigner signer;
    private final SessionStore notes;
    private final Duration ttl;
    /** {session id: session that was read before}. */
    private final Cache<String, Session> read = Caffeine.newBuilder().maximumSize(MOST_READ).build();

    SessionTokens(HmacSigner signer, SessionStore notes, ConversationProperties properties) {
        this.signer = signer;
        this.notes = notes;
        this.ttl = properties.sessionTtl();
    }

    /**
     * Creates a session and returns its id for {@code Mcp-Session-Id}.
     *
     * @throws dev.caravan.store.StoreException if it can't be signed now
     */
    String open(Revision revision, ClientCapabilities client, Caller caller, String apiKey) {
        ObjectNode content = JsonNodeFactory.instance.objectNode()
                .put("id", UUID.randomUUID().toString())
                .put("revision", revision.date())
                .put("owner", owner(caller, apiKey));
        content.set("client", client.declared());
        return signer.seal(content, ttl, PURPOSE, "");
    }

    /**
     * Returns the session of this id; empty if these gateways did not issue it, or it has expired.
     *
     * @throws dev.caravan.store.StoreException if it can't be checked now
     */
    public Optional<Session> read(String id) {
        Session session = id.length() > LONGEST ? null
                : read.get(id, text -> signer.open(text.strip(), PURPOSE, "").map(this::session).orElse(null));
        return Optional.ofNullable(session).filter(each -> Instant.now().isBefore(each.expires()));
    }

    private Session session(ObjectNode content) {
        return new Session(content.get("id").textValue(), Revision.legacy(content.get("revision").textValue()).orElseThrow(),
                ClientCapabilities.of(content.get("client")), content.get("owner").textValue(),
                Instant.ofEpochSecond(content.get("expires").longValue()));
    }

    /**
     * Returns whether the session is the caller's and has not ended.
     *
     * @param caller null if there is none
     * @param apiKey API key of the addressed MCP instance; null for the gateway itself
     * @throws dev.caravan.store.StoreException if it can't be checked now
     */
    public boolean mayUse(Session session, Caller caller, String apiKey) {
        return session.owner().equals(owner(caller, apiKey)) && !notes.isEnded(session);
    }

    /** Returns a hash that identifies the owner of a session without showing it. */
    private String owner(Caller caller, String apiKey) {
        return signer.shortMark("owner", caller == null || caller.name() == null ? "-" : "+" + caller.name(),
                apiKey == null ? "-" : "+" + apiKey);
    }
}
