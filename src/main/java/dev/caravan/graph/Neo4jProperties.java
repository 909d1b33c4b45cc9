package dev.caravan.graph;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.neo4j.*}; each is explained in {@code config/application.yaml}.
 *
 * @param username          empty: no authentication
 * @param timeout           for one call's work, from beginning to end
 * @param labels            of nodes that tools may touch
 * @param types             of relationships that tools may touch
 * @param indexedProperties that are looked up by index
 * @param maxPropertyNames  property names in the database up to which callers may bring new ones
 */
@ConfigurationProperties("caravan.neo4j")
record Neo4jProperties(
        @DefaultValue("bolt://127.0.0.1:7687") String uri,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue("neo4j") String database,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("100") int poolSize,
        @DefaultValue({"Entity", "Document"}) List<String> labels,
        @DefaultValue({"RELATED_TO", "MENTIONS"}) List<String> types,
        @DefaultValue({"name", "title"}) List<String> indexedProperties,
        @DefaultValue("10000") int maxPropertyNames) {
}
