package dev.caravan.observe;

import com.mongodb.MongoClientSettings;
import com.mongodb.event.ConnectionPoolCreatedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.mongodb.MongoConnectionPoolTagsProvider;
import io.micrometer.core.instrument.binder.mongodb.MongoMetricsConnectionPoolListener;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Observes a MongoDB client: {@code mongodb.driver.pool.*} by pool and server, and spans of commands when calls are traced. */
@Component
public class MongoObservers {

    private final MeterRegistry meters;
    private final Traces traces;

    MongoObservers(MeterRegistry meters, Traces traces) {
        this.meters = meters;
        this.traces = traces;
    }

    /** @param pool name of the client in metrics */
    public Consumer<MongoClientSettings.Builder> of(String pool) {
        MongoConnectionPoolTagsProvider tags = new MongoConnectionPoolTagsProvider() {
            @Override
            public Iterable<Tag> connectionPoolTags(ConnectionPoolCreatedEvent event) {
                return List.of(Tag.of("pool", pool), Tag.of("server", event.getServerId().getAddress().toString()));
            }
        };
        return settings -> {
            settings.applyToConnectionPoolSettings(connections -> connections.addConnectionPoolListener(new MongoMetricsConnectionPoolListener(meters, tags)));
            if (traces.isOn()) {
                settings.addCommandListener(new MongoSpans(traces));
            }
        };
    }
}
