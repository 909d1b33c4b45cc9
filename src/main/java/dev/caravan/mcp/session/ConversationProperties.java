package dev.caravan.mcp.session;

import dev.caravan.start.OrZero;
import dev.caravan.store.InstallationSecret;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the conversation with clients, {@code caravan.conversation.*}; each is explained in
 * {@code config/application.yaml}.
 *
 * @param secret                    Secret that signs sessions and requestState, at least 32 characters. All gateways must share it. Empty
 * means a                                  secret from the store.
 * @param sessionTtl                Lifetime of a legacy session.
 * @param stateTtl                  Time in which a client of revision 2026-07-28 must answer a question.
 * @param resume                    Time for which the events of a broken stream are kept for the client's return.
 * @param maxSubscriptions          Memory for the subscriptions of all callers. More get 503.
 * @param maxSubscriptionsPerCaller Memory for the subscriptions of one caller, in modes api-key and oauth2. More get 429. 0 means
 * max-subscriptions.
 * @param retry                     Time after which a client should reconnect to a stream that a route closed.
 */
@ConfigurationProperties("caravan.conversation")
public record ConversationProperties(
        @DefaultValue("") String secret,
        @DefaultValue("24h") Duration sessionTtl,
        @DefaultValue("10m") Duration stateTtl,
        @DefaultValue("2m") @OrZero Duration resume,
        @DefaultValue("64MB") DataSize maxSubscriptions,
        @DefaultValue("16MB") @OrZero DataSize maxSubscriptionsPerCaller,
        @DefaultValue("1s") Duration retry) {

    public ConversationProperties {
        InstallationSecret.check("caravan.conversation.secret", secret);
    }

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "ConversationProperties[sessionTtl=" + sessionTtl + ", stateTtl=" + stateTtl + "]";
    }
}
