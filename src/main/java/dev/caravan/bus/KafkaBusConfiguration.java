package dev.caravan.bus;

import org.apache.camel.support.DefaultHeaderFilterStrategy;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures what the Kafka routes need, only if Kafka is enabled. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("caravan.bus.kafka.enabled")
class KafkaBusConfiguration {

    @Bean
    BusHealth kafkaHealthIndicator(KafkaClients clients, BusProperties bus, CloseDelivery deliveries) {
        return new BusHealth(bus.kafka().bootstrapServers(), clients::problem, deliveries);
    }

    /** Creates a filter that keeps headers beginning with {@code kafka.}; Camel's own filter drops them. */
    @Bean
    DefaultHeaderFilterStrategy kafkaHeaders() {
        DefaultHeaderFilterStrategy headers = new DefaultHeaderFilterStrategy();
        headers.setOutFilterStartsWith("Camel", "camel", "org.apache.camel.");
        headers.setInFilterStartsWith("");
        return headers;
    }
}
