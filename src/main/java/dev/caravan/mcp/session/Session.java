package dev.caravan.mcp.session;

import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.Revision;
import java.time.Instant;
import org.apache.camel.Exchange;

/**
 * What {@code initialize} settled with a legacy client; exchange property {@value #PROPERTY}.
 *
 * @param id       names it among gateways; what the client has is more than that
 * @param revision that was negotiated
 * @param client   what the client can be asked
 * @param owner    whose it is, see {@link Sessions#owner}
 * @param expires  when the client has to initialize anew
 */
public record Session(String id, Revision revision, ClientCapabilities client, String owner, Instant expires) {

    public static final String PROPERTY = "mcpSession";
    /** The exchange property that says that the transport's clients keep the id of their session, and say it with each message. */
    public static final String KEPT_BY_CLIENT = "mcpSessionKeptByClient";

    /** Null if the request is of none. */
    public static Session of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Session.class);
    }
}
