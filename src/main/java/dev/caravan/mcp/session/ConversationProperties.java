package dev.caravan.mcp.session;

import dev.caravan.store.InstallationSecret;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the conversation with clients, {@code caravan.conversation.*}; each is explained in
 * {@code config/application.yaml}.
 *
 * @param secret     signs what clients keep for the gateway; empty: the gateways' database has one
 * @param sessionTtl how long a legacy client's session is good
 * @param stateTtl   how long a modern client may take for its answers
 * @param resume     how long the events of an interrupted stream are kept
 * @param maxSubscriptions bytes that what all callers have subscribed to may take in memory
 * @param maxSubscriptionsPerCaller the same of one proven caller, and in the database too; 0: as much as {@code maxSubscriptions}
 * @param retry      after how long a client is to come back to a stream
 */
@ConfigurationProperties("caravan.conversation")
public record ConversationProperties(
        @DefaultValue("") String secret,
        @DefaultValue("24h") Duration sessionTtl,
        @DefaultValue("10m") Duration stateTtl,
        @DefaultValue("2m") Duration resume,
        @DefaultValue("64MB") DataSize maxSubscriptions,
        @DefaultValue("16MB") DataSize maxSubscriptionsPerCaller,
        @DefaultValue("1s") Duration retry) {

    public ConversationProperties {
        InstallationSecret.check("caravan.conversation.secret", secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "ConversationProperties[sessionTtl=" + sessionTtl + ", stateTtl=" + stateTtl + "]";
    }
}
