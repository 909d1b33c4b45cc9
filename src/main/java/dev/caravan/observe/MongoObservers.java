package dev.caravan.observe;

import com.mongodb.MongoClientSettings;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import com.mongodb.event.ConnectionPoolCreatedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.mongodb.MongoConnectionPoolTagsProvider;
import io.micrometer.core.instrument.binder.mongodb.MongoMetricsConnectionPoolListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.bson.BsonValue;
import org.springframework.stereotype.Component;

/** Observes a MongoDB client: {@code mongodb.driver.pool.*} by pool and server, and spans of commands when calls are traced. */
@Component
public record MongoObservers(MeterRegistry meters, Traces traces) {

    /** @param pool name of the client in metrics */
    public Consumer<MongoClientSettings.Builder> of(String pool) {
        MongoConnectionPoolTagsProvider tags = new MongoConnectionPoolTagsProvider() {
            @Override
            public Iterable<Tag> connectionPoolTags(ConnectionPoolCreatedEvent event) {
                return List.of(Tag.of("pool", pool), Tag.of("server", event.getServerId().getAddress().toString()));
            }
        };
        return settings -> {
            settings.applyToConnectionPoolSettings(
                    connections -> connections.addConnectionPoolListener(new MongoMetricsConnectionPoolListener(meters, tags)));
            if (traces.isOn()) {
                settings.addCommandListener(new MongoSpans(traces));
            }
        };
    }

    /** Creates a span per command, with name, database and collection only. */
    static final class MongoSpans implements CommandListener {

        private final Traces traces;
        private final Map<Integer, ClientSpan> running = new ConcurrentHashMap<>();

        MongoSpans(Traces traces) {
            this.traces = traces;
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            String command = event.getCommandName();
            BsonValue target = event.getCommand().get(command.equals("getMore") ? "collection" : command);
            String collection = target != null && target.isString() ? target.asString().getValue() : null;
            String name = collection == null ? command : command + " " + collection;
            ClientSpan step = traces.operation(name, "mongodb", event.getDatabaseName(), command, "db.collection.name", collection);
            if (step != ClientSpan.NONE) {
                running.put(event.getRequestId(), step);
            }
        }

        @Override
        public void commandSucceeded(CommandSucceededEvent event) {
            ClientSpan step = running.remove(event.getRequestId());
            if (step != null) {
                step.close();
            }
        }

        @Override
        public void commandFailed(CommandFailedEvent event) {
            ClientSpan step = running.remove(event.getRequestId());
            if (step != null) {
                step.failed(event.getThrowable());
                step.close();
            }
        }
    }
}
