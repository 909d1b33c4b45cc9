package dev.caravan.bus;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.bus.*} that JMS and Kafka share; each is explained in {@code config/application.yaml}.
 *
 * @param headers        that pass, as {@code NAME} or {@code PROPERTY=NAME}
 * @param instanceHeader with the key of an MCP instance
 * @param messageId      header with an id of the sender's own; empty: the broker's ids
 * @param maxDeliveries  after which a message is a dead letter
 * @param remember       how long it is known that a call has run, and what it was answered
 */
@ConfigurationProperties("caravan.bus")
record BusProperties(
        @DefaultValue("4MB") DataSize maxMessage,
        @DefaultValue({"Authorization", "X-API-Key", "X-User-Id", "MCP-Protocol-Version", "traceparent", "Accept-Language", "x-account-id",
            "x-account-type", "x-business-domain"}) List<String> headers,
        @DefaultValue("X-MCP-Instance") String instanceHeader,
        @DefaultValue("") String messageId,
        @DefaultValue("5") int maxDeliveries,
        @DefaultValue("24h") Duration remember) {
}
