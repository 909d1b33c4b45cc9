package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import java.util.List;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway as it comes: nothing of the bus is there. */
@Tag("full")
class BusOffTest {

    @Test
    void busThatIsOffHasNoBeansRoutesOrThreads() {
        try (BusGateway gateway = new BusGateway(BusGateway.counts())) {
            CamelContext context = gateway.bean(CamelContext.class);

            assertThat(context.getRoutes()).extracting(route -> route.getId()).contains("entry-http")
                    .doesNotContain("entry-jms", "answer-jms", "dead-letter-jms",
                            "entry-kafka", "kafka-record", "dead-letter-kafka", "send-kafka", "publish-event",
                            "events-jms", "events-kafka", "deliver", "attempt");
            assertThat(context.getComponentNames()).doesNotContain("jms", "kafka");
            for (Class<?> type : List.of(ConnectionFactory.class, KafkaClients.class, CloseDelivery.class, JmsConfiguration.JmsLink.class,
                    ReadKafkaRecord.class, AdmitMessage.class, ReadJmsMessage.class, BusOpening.class)) {
                assertThat(gateway.has(type)).as(type.getName()).isFalse();
            }
            assertThat(gateway.operations("/actuator/health")).doesNotContain("\"jms\"", "\"kafka\"");
        }
    }
}
