package dev.caravan.mcp.session;

import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.Revision;
import java.time.Duration;
import java.time.Instant;
import org.apache.camel.Exchange;

/**
 * A legacy client's session, as {@code initialize} negotiated it. Exchange property {@value #PROPERTY}.
 *
 * @param id       identifies the session among gateways; shorter than the client's session id
 * @param revision negotiated revision
 * @param client   input that the client can give
 * @param owner    see {@link SessionTokens#owner}
 * @param expires  time after which the client must initialize again
 */
public record Session(String id, Revision revision, ClientCapabilities client, String owner, Instant expires) {

    public static final String PROPERTY = "mcpSession";
    /** The exchange property that says that clients of the transport keep their session id and send it with each message. */
    public static final String KEPT_BY_CLIENT = "mcpSessionKeptByClient";

    /** Returns the value of {@link dev.caravan.mcp.McpRequest#CLIENT} for the session's client. */
    public String key() {
        return "session " + id;
    }

    /** Returns the time until the session expires. */
    Duration left() {
        return Duration.between(Instant.now(), expires);
    }

    /** Returns the session; null if the request has none. */
    public static Session of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Session.class);
    }
}
