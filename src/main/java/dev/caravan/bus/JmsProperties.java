package dev.caravan.bus;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.bus.jms.*}; each is explained in {@code config/application.yaml}. The routes in {@code routes/entry/} and
 * {@code routes/call/} read some of them too.
 *
 * @param replyQueues a regular expression
 */
@ConfigurationProperties("caravan.bus.jms")
record JmsProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("tcp://127.0.0.1:61616") String brokerUrl,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue("caravan.requests") String queue,
        @DefaultValue("16") int consumers,
        @DefaultValue("caravan.dead") String deadLetters,
        @DefaultValue("caravan\\.answers.*") Pattern replyQueues,
        @DefaultValue("") String auditTopic,
        @DefaultValue("1s") Duration retry) {
}
