package dev.caravan.document;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.FailureCode;
import dev.caravan.observe.MongoObservers;
import dev.caravan.store.BareAddress;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the client of the {@code mongodb:mongoClient} endpoints. */
@Configuration(proxyBeanMethods = false)
class MongoConfiguration {

    /**
     * Its timeouts are below a tool's five seconds, so that callers learn that the database is down. While a call waits, the driver looks for a lost server
     * twice a second.
     */
    @Bean(destroyMethod = "close")
    MongoClient mongoClient(MongoProperties properties, MongoObservers observers) {
        long timeout = properties.timeout().toMillis();
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applicationName("caravan")
                .timeout(timeout, TimeUnit.MILLISECONDS)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(timeout / 2, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout((int) (timeout / 2), TimeUnit.MILLISECONDS))
                .applyConnectionString(BareAddress.mongo("caravan.mongodb.uri", properties.uri()));
        observers.of("documents").accept(settings);
        return MongoClients.create(settings.build());
    }

    @Bean
    static FailureCode mongoFailures() {
        return new FailureCode(MongoException.class, ErrorCode.DB_ERROR);
    }
}
