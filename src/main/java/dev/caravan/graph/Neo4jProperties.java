package dev.caravan.graph;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.neo4j.*}. {@code config/application.yaml} explains each.
 *
 * @param uri               Address of Neo4j, bolt:// or neo4j://. Add +s for TLS. Empty means that the family graph is off.
 * @param username          User of Neo4j. Empty means no authentication.
 * @param password          Password of the user.
 * @param database          Database of the neo4j_* tools, the search index and the code index.
 * @param timeout           Timeout of one call's work, with its retries. Keep it below tools.timeout.
 * @param poolSize          Connections to each server.
 * @param labels            Labels that the tools may read and write. Other labels are FORBIDDEN.
 * @param types             Relationship types that the tools may read and write. Other types are FORBIDDEN.
 * @param indexedProperties Properties that neo4j_find_node finds by an index.
 */
@ConfigurationProperties("caravan.neo4j")
record Neo4jProperties(
        @DefaultValue("") String uri,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue("neo4j") String database,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("100") int poolSize,
        @DefaultValue({"Entity", "Document"}) List<String> labels,
        @DefaultValue({"RELATED_TO", "MENTIONS"}) List<String> types,
        @DefaultValue({"name", "title"}) List<String> indexedProperties) {

    Neo4jProperties {
        if (!uri.isBlank() && !uri.matches("(bolt|neo4j)(\\+s|\\+ssc)?://.+")) {
            throw new IllegalArgumentException("caravan.neo4j.uri must be bolt://HOST:7687 or neo4j://HOST:7687, with +s for TLS");
        }
        if (username.isEmpty() && !password.isEmpty() && !uri.contains("@")) {
            throw new IllegalArgumentException("caravan.neo4j.password is set and caravan.neo4j.username is not. Set it, such as neo4j");
        }
    }

    /** Leaves out the user and the password. */
    @Override
    public String toString() {
        return "Neo4jProperties[database=" + database + "]";
    }
}
