package dev.caravan.bus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.component.kafka.DefaultKafkaClientFactory;
import org.apache.camel.component.kafka.KafkaConfiguration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Creates the Kafka clients of the routes, with additional settings from a file. */
class KafkaClients extends DefaultKafkaClientFactory {

    private final KafkaProperties properties;
    private final KafkaProgress progress;
    private final Set<TrackingConsumer> consumers = ConcurrentHashMap.newKeySet();

    KafkaClients(KafkaProperties properties, KafkaProgress progress) {
        this.properties = properties;
        this.progress = progress;
    }

    @Override
    public Consumer getConsumer(Properties settings) {
        TrackingConsumer consumer = new TrackingConsumer(withFile(settings), progress, properties.maxInFlight());
        consumers.clear(); // the previous consumer is closed
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public Producer getProducer(Properties settings) {
        return super.getProducer(withFile(settings));
    }

    @Override
    public String getBrokers(KafkaConfiguration configuration) {
        return properties.bootstrapServers();
    }

    private Properties withFile(Properties settings) {
        if (properties.propertiesFile().isBlank()) {
            return settings;
        }
        Properties all = new Properties();
        all.putAll(settings);
        try (InputStream file = Files.newInputStream(Path.of(properties.propertiesFile()))) {
            all.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Returns whether a client is connected to any broker. */
    boolean isConnected() {
        return consumers.stream().flatMap(consumer -> consumer.metrics().entrySet().stream())
                .filter(metric -> metric.getKey().name().equals("connection-count") && metric.getKey().group().equals("consumer-metrics"))
                .anyMatch(metric -> metric.getValue().metricValue() instanceof Number count && count.doubleValue() > 0);
    }
}
