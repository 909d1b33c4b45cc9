package dev.caravan.bus;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.bus.*}; each is explained in {@code config/application.yaml}.
 *
 * @param maxMessage     Maximum size of a message. Larger messages are dead letters.
 * @param headers        Message headers that the gateway reads. It drops all others.
 * @param instanceHeader Header with the key of an MCP instance.
 * @param toolset        Toolset that messages may use. Empty means everything that their caller may use.
 * @param toolsetHeader  Header with a toolset that narrows what the message may use.
 * @param messageId      Header with the sender's own message id. Empty means the broker's id.
 * @param userHeader     Header with the user whom the broker has authenticated. Empty means that the broker vouches for nobody.
 * @param users          Key of the caller for each such user, for messages without credentials of their own.
 * @param maxDeliveries  Deliveries after which a message is a dead letter.
 * @param maxWait        Longest time that a message waits for its tool's database, its rate or a free place.
 * @param jms            Requests from JMS.
 * @param kafka          Requests from Kafka.
 */
@ConfigurationProperties("caravan.bus")
record BusProperties(
        @DefaultValue("4MB") DataSize maxMessage,
        @DefaultValue( {
            "Authorization", "X-API-Key", "X-User-Id", "MCP-Protocol-Version", "Idempotency-Key", "traceparent", "Accept-Language",
            "x-account-id", "x-account-type", "x-business-domain"}) List<String> headers,
        @DefaultValue("X-MCP-Instance") String instanceHeader,
        @DefaultValue("") String toolset, @DefaultValue("X-MCP-Toolset") String toolsetHeader,
        @DefaultValue("") String messageId, @DefaultValue("") String userHeader, @DefaultValue Map<String, String> users,
        @DefaultValue("5") int maxDeliveries, @DefaultValue("5m") Duration maxWait,
        @DefaultValue Jms jms, @DefaultValue Kafka kafka) {

    void checkSize(long bytes) throws BusMessage.PoisonException {
        if (bytes > maxMessage.toBytes()) {
            throw new BusMessage.PoisonException("The message exceeds the limit of " + maxMessage.toBytes() + " bytes");
        }
    }

    /**
     * The routes in {@code routes/entry/} and {@code routes/call/} read some of these too.
     *
     * @param enabled     Whether the gateway reads requests from a queue.
     * @param brokerUrl   Address of Artemis.
     * @param username    User at the broker.
     * @param password    Password at the broker.
     * @param queue       Queue of the requests.
     * @param selector    JMS selector of the messages that this gateway takes. Empty means all.
     * @param consumers   Messages that this gateway processes at the same time.
     * @param deadLetters Queue of messages that cannot be read or handled, without credentials.
     * @param replyQueues Regular expression for the queues that requests may name in JMSReplyTo. Temporary queues are always allowed.
     * @param auditTopic  Topic of the audit events. Empty means none.
     * @param eventsTopic Topic of the changes of lists and resources. Empty means none.
     * @param retry       Interval at which the gateway tries to reconnect to the broker.
     */
    record Jms(
            @DefaultValue("false") boolean enabled, @DefaultValue("tcp://127.0.0.1:61616") String brokerUrl,
            @DefaultValue("") String username, @DefaultValue("") String password,
            @DefaultValue("caravan.requests") String queue, @DefaultValue("") String selector, @DefaultValue("16") int consumers,
            @DefaultValue("caravan.dead") String deadLetters, @DefaultValue("caravan\\.answers.*") Pattern replyQueues,
            @DefaultValue("") String auditTopic, @DefaultValue("") String eventsTopic,
            @DefaultValue("1s") Duration retry) {

        Jms {
            if (username.isBlank() && !password.isEmpty()) {
                throw new IllegalArgumentException("caravan.bus.jms.password is set and caravan.bus.jms.username is not. Set it");
            }
        }
    }

    /**
     * The routes in {@code routes/entry/} and {@code routes/call/} read some of these too.
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
     * @param eventsTopic      Topic of the changes of lists and resources. Empty means none.
     * @param maxInFlight      Messages that this gateway processes at the same time.
     */
    record Kafka(
            @DefaultValue("false") boolean enabled, @DefaultValue("127.0.0.1:9092") String bootstrapServers,
            @DefaultValue("") String propertiesFile, @DefaultValue("caravan") String groupId,
            @DefaultValue("caravan.requests") String topic, @DefaultValue("") String replyTopic,
            @DefaultValue("caravan\\.answers.*") Pattern replyTopics, @DefaultValue("caravan.dead") String deadLetters,
            @DefaultValue("") String auditTopic, @DefaultValue("") String eventsTopic,
            @DefaultValue("64") int maxInFlight) {
    }
}
