package dev.caravan.bus;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
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

    @Bean
    JmsLink jmsLink(JmsProperties properties) throws Exception {
        ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(properties.brokerUrl());
        artemis.setUser(properties.username().isEmpty() ? null : properties.username());
        artemis.setPassword(properties.password().isEmpty() ? null : properties.password());
        artemis.setConsumerWindowSize(0); // prefetch nothing: no message waits behind a slow one, or in one gateway while another is idle
        return new JmsLink(artemis, properties.brokerUrl());
    }

    /**
     * Uses one connection, because a thread that receives finds its session by its factory. Producers are not cached: each answer may have
     * its own queue.
     */
    @Bean
    CachingConnectionFactory jmsConnections(JmsLink link) {
        CachingConnectionFactory connections = new CachingConnectionFactory((ConnectionFactory) link);
        connections.setCacheConsumers(false);
        connections.setCacheProducers(false);
        connections.setSessionCacheSize(SESSIONS);
        return connections;
    }

    @Bean
    JmsHealth jmsHealthIndicator(JmsLink link) {
        return new JmsHealth(link);
    }

    @Bean
    JmsDeadLetters jmsDeadLetters(CachingConnectionFactory connections, JmsProperties properties, BusProperties bus, BusHeaders headers) {
        JmsTemplate template = new JmsTemplate(connections);
        template.setSessionTransacted(true);
        return new JmsDeadLetters(template, properties.deadLetters(), headers, bus.maxDeliveries());
    }
}
