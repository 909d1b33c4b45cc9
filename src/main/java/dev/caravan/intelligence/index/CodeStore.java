package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Neo4jStore;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Component;

/** Runs transactions on the index, with the timeouts of {@code caravan.intelligence}. */
@Component
class CodeStore extends Neo4jStore {

    CodeStore(@Nullable Driver driver, IntelligenceProperties properties, @Value("${caravan.neo4j.database:neo4j}") String database) {
        super(driver, database, properties.timeout(), properties.writeTimeout());
    }
}
