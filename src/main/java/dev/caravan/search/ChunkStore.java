package dev.caravan.search;

import dev.caravan.retrieval.Neo4jStore;
import org.neo4j.driver.Driver;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Component;

/** Runs transactions on the chunks of contexts, with the timeouts of {@code caravan.search}. */
@Component
class ChunkStore extends Neo4jStore {

    ChunkStore(@Nullable Driver driver, SearchProperties properties, @Value("${caravan.neo4j.database:neo4j}") String database) {
        super(driver, database, properties.timeout(), properties.writeTimeout());
    }
}
