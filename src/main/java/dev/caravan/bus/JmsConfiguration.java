package dev.caravan.bus;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;

/** The connection to a JMS broker, made when it is first needed, and only where JMS is on. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("caravan.bus.jms.enabled")
class JmsConfiguration {

    private static final int SESSIONS = 8;

    @Bean
    JmsLink jmsLink(JmsProperties properties) throws Exception {
        ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(properties.brokerUrl());
        artemis.setUser(properties.username().isEmpty() ? null : properties.username());
        artemis.setPassword(properties.password().isEmpty() ? null : properties.password());
        artemis.setConsumerWindowSize(0); // no message waits behind a slow one, or in a gateway while another is idle
        return new JmsLink(artemis, properties.brokerUrl());
    }

    /** One connection, since a thread that receives finds its session by its factory; producers are not kept, as each answer may have a queue of its own. */
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
