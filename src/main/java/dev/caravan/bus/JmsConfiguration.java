package dev.caravan.bus;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.lang.model.SourceVersion;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;

/** Configures the connection to a JMS broker. It is created when first needed, and only if JMS is enabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("caravan.bus.jms.enabled")
class JmsConfiguration {

    private static final int SESSIONS = 8;

    /** One connection, because a thread that receives finds its session by its factory. */
    @Bean
    JmsLink jmsConnections(BusProperties bus) throws Exception {
        ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(bus.jms().brokerUrl());
        artemis.setUser(bus.jms().username().isEmpty() ? null : bus.jms().username());
        artemis.setPassword(bus.jms().password().isEmpty() ? null : bus.jms().password());
        artemis.setConsumerWindowSize(0); // prefetch nothing: no message waits behind a slow one, or in one gateway while another is idle
        return new JmsLink(artemis, bus.jms().brokerUrl());
    }

    @Bean
    JmsHealth jmsHealthIndicator(JmsLink link) {
        return new JmsHealth(link);
    }

    @Bean
    JmsDeadLetters jmsDeadLetters(JmsLink connections, BusProperties bus, BusHeaders headers) {
        JmsTemplate template = new JmsTemplate(connections);
        template.setSessionTransacted(true);
        return new JmsDeadLetters(template, bus.jms().deadLetters(), headers, bus.maxDeliveries());
    }

    /**
     * Sends a message to the dead letter queue, in the session that received it: its body unchanged, the properties that JMS can carry
     * except credentials, and the property {@value #REASON}. A message that failed and may be redelivered fails again here, so that it
     * stays in its queue.
     */
    record JmsDeadLetters(JmsTemplate template, String queue, BusHeaders headers, int maxDeliveries) implements Processor {

        static final String REASON = "caravanReason";

        private static final Logger LOG = LoggerFactory.getLogger(JmsDeadLetters.class);
        /** What selectors read as something else than a name. */
        private static final Set<String> RESERVED = Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS",
                "ESCAPE");

        @Override
        public void process(Exchange exchange) throws Exception {
            Message message = ReadJmsMessage.received(exchange);
            Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
            boolean poison = failure instanceof BusMessage.PoisonException;
            boolean stopping = failure instanceof InterruptedException;
            if (exchange.getProperty(CloseDelivery.UNREADABLE) == null && !poison
                    && (stopping || ReadJmsMessage.deliveries(message) < maxDeliveries)) {
                throw failure;
            }
            String reason = CloseDelivery.reason(exchange);
            String id = message.getJMSMessageID();
            try {
                mark(message, reason);
                template.execute(queue, (session, producer) -> {
                    producer.send(message, DeliveryMode.PERSISTENT, message.getJMSPriority(), 0);
                    return null;
                });
            } catch (JMSException | RuntimeException e) {
                LOG.error("Message not sent to dead letters, returned to its queue id={} queue={} reason={} error={}", id, queue, reason,
                        e.toString());
                throw e;
            }
            LOG.warn("Message sent to dead letters id={} queue={} reason={}", id, queue, reason, poison ? null : failure);
        }

        /** Sets the reason. Properties of a received message can only be set after all are cleared. */
        private void mark(Message message, String reason) throws JMSException {
            Map<String, Object> properties = new LinkedHashMap<>();
            for (Object own : Collections.list(message.getPropertyNames())) {
                String name = (String) own;
                // STOMP and AMQP have names that JMS does not; the gateway reads _ as -
                String legal = name.replace('-', '_');
                boolean brokers = name.startsWith("JMS") || name.startsWith("_AMQ");
                if (!brokers && !name.equals(REASON) && !headers.isSecret(name) && isLegal(legal)) {
                    properties.put(legal, message.getObjectProperty(name));
                }
            }
            message.clearProperties();
            for (Map.Entry<String, Object> property : properties.entrySet()) {
                message.setObjectProperty(property.getKey(), property.getValue());
            }
            message.setStringProperty(REASON, reason);
        }

        private static boolean isLegal(String name) {
            return SourceVersion.isIdentifier(name) && !RESERVED.contains(name.toUpperCase(Locale.ROOT));
        }
    }

    /** Connects to the broker, remembers the last result and logs changes. Producers are not cached: each answer may have its own queue. */
    static class JmsLink extends CachingConnectionFactory {

        private static final Logger LOG = LoggerFactory.getLogger(JmsLink.class);
        private static final String NOT_YET = "not connected yet";

        private final String address;
        private final AtomicReference<String> problem = new AtomicReference<>(NOT_YET);

        JmsLink(ConnectionFactory broker, String address) {
            setTargetConnectionFactory(broker);
            setCacheConsumers(false);
            setCacheProducers(false);
            setSessionCacheSize(SESSIONS);
            this.address = address.replaceFirst("\\?.*", "").replaceAll("(?<=://)[^/,]*@", "");
        }

        String address() {
            return address;
        }

        /** Returns why there is no connection; null if there is one. */
        String problem() {
            return problem.get();
        }

        @Override
        protected Connection doCreateConnection() throws JMSException {
            try {
                Connection connection = super.doCreateConnection();
                if (problem.getAndSet(null) != null) {
                    LOG.info("JMS broker connected url={}", address);
                }
                return connection;
            } catch (JMSException e) {
                String before = problem.getAndSet(e.getMessage());
                if (before == null || NOT_YET.equals(before)) {
                    LOG.warn("JMS broker unreachable, retrying url={} error={}", address, e.getMessage());
                }
                throw e;
            }
        }
    }

    /** Reports {@code jms} in health: DEGRADED while the broker is unreachable, never down, because HTTP still works. */
    record JmsHealth(JmsLink link) implements HealthIndicator {

        @Override
        public Health health() {
            String problem = link.problem();
            return problem == null ? Health.up().withDetail("broker", link.address()).build()
                    : Health.status("DEGRADED").withDetail("broker", link.address()).withDetail("reason", problem).build();
        }
    }
}
