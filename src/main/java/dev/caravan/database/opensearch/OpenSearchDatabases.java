package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.springframework.stereotype.Component;

/** The configured OpenSearch databases. */
@Component
class OpenSearchDatabases {

    private final Map<String, OpenSearchDatabase> databases = new TreeMap<>();
    private final ProducerTemplate producer;

    OpenSearchDatabases(DatabaseProperties properties, ProducerTemplate producer) {
        this.producer = producer;
        properties.databases().forEach((name, settings) -> {
            if (settings.type() == DatabaseKind.OPENSEARCH) {
                databases.put(name, new OpenSearchDatabase(name, settings, request -> run(producer, name, request)));
            }
        });
    }

    OpenSearchDatabase get(String name) {
        return databases.get(name);
    }

    /** @throws Exception if the database does not answer */
    void ping(String name) throws Exception {
        run(producer, name, OpenSearchRequest.get("", ""));
    }

    private static JsonNode run(ProducerTemplate producer, String database, OpenSearchRequest request) throws Exception {
        Exchange exchange = producer.send("direct:db-run-opensearch?block=false", call -> {
            call.setProperty("database", database);
            call.getMessage().setBody(request);
        });
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        return exchange.getMessage().getBody(JsonNode.class);
    }
}
