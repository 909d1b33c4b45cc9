package dev.caravan.bus;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.bus.*} that JMS and Kafka share; each is explained in {@code config/application.yaml}.
 *
 * @param maxMessage     Maximum size of a message. Larger messages are dead letters.
 * @param headers        Message headers that the gateway reads. It drops all others.
 * @param instanceHeader Header with the key of an MCP instance.
 * @param messageId      Header with the sender's own message id. Empty means the broker's id.
 * @param maxDeliveries  Deliveries after which a message is a dead letter.
 * @param remember       Time for which the gateway remembers that a call ran, and its answer.
 */
@ConfigurationProperties("caravan.bus")
record BusProperties(
        @DefaultValue("4MB") DataSize maxMessage,
        @DefaultValue({"Authorization", "X-API-Key", "X-User-Id", "MCP-Protocol-Version", "Idempotency-Key", "traceparent", "Accept-Language", "x-account-id",
            "x-account-type", "x-business-domain"}) List<String> headers,
        @DefaultValue("X-MCP-Instance") String instanceHeader,
        @DefaultValue("") String messageId,
        @DefaultValue("5") int maxDeliveries,
        @DefaultValue("24h") Duration remember) {
}
