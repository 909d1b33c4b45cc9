package dev.caravan.source.kamelet;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Consumer;
import org.apache.camel.component.jms.JmsConsumer;
import org.apache.camel.component.kafka.KafkaConsumer;
import org.apache.camel.component.kafka.KafkaConsumerHealthCheck;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckAware;
import org.apache.camel.support.ScheduledPollConsumer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/**
 * Says whether a source that runs reaches its service, as far as its component tells. Consumers of brokers connect again by themselves, and tell Camel
 * nothing meanwhile.
 */
final class SourceWatch {

    private final Consumer consumer;
    private final AtomicReference<String> lost = new AtomicReference<>("its connection is lost");

    /** @param consumer of the Kamelet's route, running; null if it is unknown */
    SourceWatch(Consumer consumer) throws Exception {
        this.consumer = consumer;
        if (consumer instanceof JmsConsumer jms && jms.getListenerContainer().getExceptionListener() == null) {
            jms.getListenerContainer().setExceptionListener(failure -> lost.set(Kamelets.reason(failure)));
        }
    }

    /** Returns why the source gets no events; null if it works, or its component does not say. */
    String problem() throws Exception {
        if (consumer instanceof JmsConsumer jms) {
            return jms.getListenerContainer() instanceof DefaultMessageListenerContainer container && container.isRecovering() ? lost.get() : null;
        }
        if (consumer instanceof ScheduledPollConsumer polling && !polling.isFirstPollDone()) {
            return null;
        }
        HealthCheck check = consumer instanceof HealthCheckAware aware ? aware.getHealthCheck() : null;
        if (check == null && consumer instanceof KafkaConsumer kafka) {
            check = new KafkaConsumerHealthCheck(kafka, "kamelet");
        }
        if (check == null) {
            return consumer != null && isDisconnected() ? lost.get() : null;
        }
        HealthCheck.Result result = check.call();
        if (result.getState() != HealthCheck.State.DOWN) {
            return null;
        }
        return result.getError().map(Kamelets::reason).or(result::getMessage).orElse(lost.get());
    }

    /** Whether the consumer has a client that says that it is not connected, as those of MQTT do. Their components are in no jar of the gateway. */
    private boolean isDisconnected() throws IllegalAccessException {
        try {
            Object client = consumer.getClass().getMethod("getClient").invoke(consumer);
            return client != null && Boolean.FALSE.equals(client.getClass().getMethod("isConnected").invoke(client));
        } catch (NoSuchMethodException | InvocationTargetException silent) {
            return false;
        }
    }
}
