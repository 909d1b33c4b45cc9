package dev.caravan.document;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.trace.MongoObservers;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client that the {@code mongodb:mongoClient} endpoints use. */
@Configuration(proxyBeanMethods = false)
class MongoConfiguration {

    /**
     * Its limits are below a tool's five seconds, so that a database that is away is told as such; a lost server is looked
     * for every two seconds.
     */
    @Bean(destroyMethod = "close")
    MongoClient mongoClient(MongoProperties properties, MongoObservers observers) {
        long timeout = properties.timeout().toMillis();
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applicationName("caravan")
                .timeout(timeout, TimeUnit.MILLISECONDS)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(timeout / 2, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout((int) (timeout / 2), TimeUnit.MILLISECONDS))
                .applyToServerSettings(server -> server.heartbeatFrequency(2, TimeUnit.SECONDS))
                .applyConnectionString(new ConnectionString(properties.uri()));
        observers.of("documents").accept(settings);
        return MongoClients.create(settings.build());
    }
}
