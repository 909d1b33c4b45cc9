package dev.caravan.bus;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.api.core.Interceptor;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.protocol.core.Packet;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveLargeMessage;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;

/** Configures the connection to a JMS broker. It is created when first needed, and only if JMS is enabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("caravan.bus.jms.enabled")
class JmsConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConfiguration.class);

    /** One connection, because a thread that receives finds its session by its factory. */
    @Bean
    JmsLink jmsConnections(BusProperties bus) throws Exception {
        String user = bus.jms().username();
        ActiveMQConnectionFactory artemis = user.isEmpty() ? new ActiveMQConnectionFactory(bus.jms().brokerUrl())
                : new ActiveMQConnectionFactory(bus.jms().brokerUrl(), user, bus.jms().password());
        artemis.setIncomingInterceptorList(BrokersClock.class.getName());
        artemis.setConsumerWindowSize(0); // prefetch nothing: no message waits behind a slow one, or in one gateway while another is idle
        return new JmsLink(artemis, bus.jms().brokerUrl());
    }

    @Bean
    HealthIndicator jmsHealthIndicator(JmsLink link, CloseDelivery deliveries) {
        return () -> deliveries.health(link.address, link.problem.get());
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

    /** Connects to the broker, remembers the last result and logs changes. Producers are not cached: each answer may have its own queue. */
    static class JmsLink extends CachingConnectionFactory {

        final String address;
        /** Why there is no connection; null if there is one. */
        final AtomicReference<String> problem = new AtomicReference<>("not connected yet");

        JmsLink(ConnectionFactory broker, String address) {
            setTargetConnectionFactory(broker);
            setCacheConsumers(false);
            setCacheProducers(false);
            setSessionCacheSize(8);
            this.address = address.replaceFirst("\\?.*", "").replaceAll("(?<=://)[^/,]*@", "");
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
                if (!String.valueOf(e.getMessage()).equals(problem.getAndSet(e.getMessage()))) {
                    LOG.warn("JMS broker unreachable, retrying url={} error={}", address, e.getMessage());
                }
                throw e;
            }
        }
    }
}
