package dev.caravan.bus;

import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.bus.kafka.*}; each is explained in {@code config/application.yaml}. The routes in {@code routes/entry/} and
 * {@code routes/call/} read some of them too.
 *
 * @param enabled          Whether the gateway reads requests from a topic.
 * @param bootstrapServers Addresses of the brokers, HOST:PORT,OTHER:PORT.
 * @param propertiesFile   File with Kafka's own client settings, for TLS and passwords.
 * @param groupId          Consumer group. Gateways that share the topic must share the group.
 * @param topic            Topic of the requests.
 * @param replyTopic       Topic of answers to requests that name none. Empty means no answer.
 * @param replyTopics      Regular expression for the topics that requests may name.
 * @param deadLetters      Topic of messages that cannot be read or handled, without credentials.
 * @param auditTopic       Topic of the audit events. Empty means none.
 * @param maxInFlight      Messages that this gateway processes at the same time.
 */
@ConfigurationProperties("caravan.bus.kafka")
record KafkaProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("127.0.0.1:9092") String bootstrapServers,
        @DefaultValue("") String propertiesFile,
        @DefaultValue("caravan") String groupId,
        @DefaultValue("caravan.requests") String topic,
        @DefaultValue("") String replyTopic,
        @DefaultValue("caravan\\.answers.*") Pattern replyTopics,
        @DefaultValue("caravan.dead") String deadLetters,
        @DefaultValue("") String auditTopic,
        @DefaultValue("64") int maxInFlight) {
}
