package dev.caravan.routes;

import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import java.util.stream.Stream;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.component.jms.JmsBinding;
import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.component.kafka.KafkaEndpoint;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.HeaderFilterStrategyAware;
import org.apache.camel.support.LifecycleStrategySupport;
import org.springframework.stereotype.Component;

/**
 * Guards the endpoints of all routes and Kamelets against foreign messages, as later versions of Camel do. Headers that steer Camel's
 * components are dropped, whatever their case and however JMS spells them. An object of a JMS message is not deserialized, unless the
 * endpoint has {@code transferExchange} or a converter of its own.
 */
@Component
class GuardedEndpoints extends LifecycleStrategySupport {

    private static final String[] STEERING = {"Camel", "org.apache.camel.", "kafka."};

    @Override
    public void onEndpointAdd(Endpoint endpoint) {
        Object owner = endpoint instanceof KafkaEndpoint kafka ? kafka.getConfiguration() : endpoint;
        if (owner instanceof HeaderFilterStrategyAware aware && aware.getHeaderFilterStrategy() != null
                && !(aware.getHeaderFilterStrategy() instanceof Guard)) {
            aware.setHeaderFilterStrategy(new Guard(aware.getHeaderFilterStrategy()));
        }
        if (endpoint instanceof JmsEndpoint jms && !jms.isTransferExchange()) {
            jms.setBinding(new JmsBinding(jms) {
                @Override
                public Object extractBodyFromJms(Exchange exchange, Message message) {
                    if (message instanceof ObjectMessage && jms.getMessageConverter() == null && jms.getConfiguration().isMapJmsMessage()) {
                        throw new RuntimeCamelException("The message is a Java object, which is not read. Send text or bytes");
                    }
                    return super.extractBodyFromJms(exchange, message);
                }
            });
        }
    }

    private record Guard(HeaderFilterStrategy own) implements HeaderFilterStrategy {

        @Override
        public boolean applyFilterToCamelHeaders(String name, Object value, Exchange exchange) {
            return own.applyFilterToCamelHeaders(name, value, exchange);
        }

        @Override
        public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
            return steers(name) || own.applyFilterToExternalHeaders(name, value, exchange);
        }

        private static boolean steers(String name) {
            String plain = name.indexOf('_') < 0 ? name : name.replace("_DOT_", ".").replace("_HYPHEN_", "-");
            return Stream.of(STEERING).anyMatch(prefix -> plain.regionMatches(true, 0, prefix, 0, prefix.length()));
        }
    }
}
