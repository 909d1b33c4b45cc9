package dev.caravan.bus;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.api.core.Interceptor;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.protocol.core.Packet;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveLargeMessage;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.jms.JmsMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;

/** Configures the connection to a JMS broker. It is created when first needed, and only if JMS is enabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("caravan.bus.jms.enabled")
class JmsConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConfiguration.class);
    private static final int SESSIONS = 8;

    /** One connection, because a thread that receives finds its session by its factory. */
    @Bean
    JmsLink jmsConnections(BusProperties bus) throws Exception {
        ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(bus.jms().brokerUrl());
        artemis.setUser(bus.jms().username().isEmpty() ? null : bus.jms().username());
        artemis.setPassword(bus.jms().password().isEmpty() ? null : bus.jms().password());
        artemis.setIncomingInterceptorList(BrokersClock.class.getName());
        artemis.setConsumerWindowSize(0); // prefetch nothing: no message waits behind a slow one, or in one gateway while another is idle
        return new JmsLink(artemis, bus.jms().brokerUrl());
    }

    @Bean
    BusHealth jmsHealthIndicator(JmsLink link, CloseDelivery deliveries) {
        return new BusHealth(link.address(), link::problem, deliveries);
    }

    @Bean
    JmsDeadLetter jmsDeadLetter(BusHeaders headers, BusProperties bus) {
        return new JmsDeadLetter(headers, bus.maxDeliveries());
    }

    /**
     * Takes the expiry off a received message. Otherwise the client drops messages that are too old by this gateway's clock. The broker
     * has dropped those that expired by its own clock, which is the one of the queue.
     */
    public static final class BrokersClock implements Interceptor {

        @Override
        public boolean intercept(Packet packet, RemotingConnection connection) {
            Message message = packet instanceof SessionReceiveMessage small ? small.getMessage()
                    : packet instanceof SessionReceiveLargeMessage large ? large.getLargeMessage() : null;
            if (message != null && message.getExpiration() > 0) {
                message.putLongProperty(ReadJmsMessage.EXPIRES, message.getExpiration());
                message.setExpiration(0);
            }
            return true;
        }
    }

    /**
     * Makes the received message the dead letter: its body unchanged, the properties that JMS can carry except credentials, and the
     * property {@value #REASON}. A message that failed and may be redelivered fails again here, so that it stays in its queue.
     */
    record JmsDeadLetter(BusHeaders headers, int maxDeliveries) implements Processor {

        static final String REASON = "caravanReason";

        @Override
        public void process(Exchange exchange) throws Exception {
            jakarta.jms.Message message = ReadJmsMessage.received(exchange);
            Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
            boolean poison = failure instanceof BusMessage.PoisonException;
            if (exchange.getProperty(CloseDelivery.UNREADABLE) == null && !poison
                    && ReadJmsMessage.deliveries(message) < maxDeliveries) {
                throw failure;
            }
            mark(message, CloseDelivery.reason(exchange));
            message.setJMSDeliveryMode(DeliveryMode.PERSISTENT);
            exchange.setMessage(new JmsMessage(exchange, message, null, null));
            exchange.setProperty(BusMessage.END, "dead");
        }

        /** Sets the reason. Properties of a received message can only be set after all are cleared. */
        private void mark(jakarta.jms.Message message, String reason) throws JMSException {
            Map<String, Object> properties = new LinkedHashMap<>();
            for (Object own : Collections.list(message.getPropertyNames())) {
                String name = (String) own;
                if (!name.matches("(JMS|_AMQ|caravan).*") && !headers.isSecret(name)) {
                    properties.put(name.replace('-', '_'), message.getObjectProperty(name)); // the gateway reads _ as -
                }
            }
            message.clearProperties();
            for (Map.Entry<String, Object> property : properties.entrySet()) {
                try {
                    message.setObjectProperty(property.getKey(), property.getValue());
                } catch (JMSException | JMSRuntimeException e) {
                    LOG.debug("Property of a dead letter dropped, since STOMP and AMQP have names that JMS does not", e);
                }
            }
            message.setStringProperty(REASON, reason);
        }
    }

    /** Connects to the broker, remembers the last result and logs changes. Producers are not cached: each answer may have its own queue. */
    static class JmsLink extends CachingConnectionFactory {

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
}
