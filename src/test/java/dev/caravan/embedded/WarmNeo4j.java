package dev.caravan.embedded;

import java.util.List;
import java.util.Map;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/**
 * Runs Neo4j's first statements, which take seconds each while its planner is loaded and compiled. Tests of a gateway's 5 s limits start
 * after them.
 */
final class WarmNeo4j {

    private static final List<String> STATEMENTS = List.of(
            "CREATE (n:Warm {id: $id, name: 'a', at: 1})-[:WARM {id: $id}]->(m:Warm {id: $id + 'b', name: 'b'}) RETURN n",
            "MATCH (n:Warm {id: $id}) SET n += $patch RETURN n, labels(n) AS labels",
            "MATCH (n:Warm {id: $id})-[r]-(m) RETURN n, collect({id: r.id, type: type(r), other: m.id}) AS others ORDER BY n.name LIMIT 10",
            "MATCH path = (n:Warm {id: $id})-[*1..3]-(m) WITH path, length(path) AS hops RETURN [x IN nodes(path) | x.id] AS ids, hops "
                    + "ORDER BY hops LIMIT 5",
            "CALL db.propertyKeys() YIELD propertyKey RETURN count(*) AS count, collect(CASE WHEN propertyKey IN $names THEN propertyKey "
                    + "END) AS existing",
            "UNWIND $names AS name CALL db.createProperty(name)",
            "UNWIND $rows AS row MERGE (n:Warm {id: row.id}) SET n.name = row.name RETURN count(n) AS n",
            "MATCH (n:Warm) DETACH DELETE n");

    private WarmNeo4j() {
    }

    static void at(String address) {
        try (Driver driver = GraphDatabase.driver(address, AuthTokens.none())) {
            STATEMENTS.forEach(statement -> driver.executableQuery(statement)
                    .withParameters(Map.of("id", "warm", "patch", Map.of("at", 2), "names", List.of("id"), "rows",
                            List.of(Map.of("id", "c", "name", "c"))))
                    .execute());
        }
    }
}
