package dev.caravan.bus;

import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.bus.kafka.*}; each is explained in {@code config/application.yaml}. The routes in {@code routes/entry/} and
 * {@code routes/call/} read some of them too.
 *
 * @param replyTopics a regular expression
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
