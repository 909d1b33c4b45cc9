package dev.caravan.database.supabase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.TableRules;
import dev.caravan.json.JsonMappers;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The configured PostgREST servers. */
@Component
class SupabaseDatabases implements DisposableBean {

    private final Map<String, SupabaseDatabase> databases = new TreeMap<>();
    private final ObjectMapper mapper = JsonMappers.exact();
    private final ProducerTemplate template;

    SupabaseDatabases(DatabaseProperties properties, CamelContext context) {
        this.template = context.createProducerTemplate();
        properties.databases().forEach((name, settings) -> {
            if (settings.type() == DatabaseKind.SUPABASE) {
                databases.put(name, new SupabaseDatabase(settings, new BoundedJson(mapper, settings.maxRead().toBytes()), new SupabaseCatalogue(name, TableRules.of(name, settings), () -> description(name))));
            }
        });
    }

    SupabaseDatabase get(String name) {
        return databases.get(name);
    }

    /** Returns the mapper that reads and writes numbers exactly. */
    ObjectMapper mapper() {
        return mapper;
    }

    /** Reads the OpenAPI document of the server's API. */
    JsonNode description(String name) throws Exception {
        Exchange answer = template.send("direct:db-run-supabase?block=false", exchange -> {
            exchange.setProperty("database", name);
            exchange.getMessage().setBody(SupabaseRequest.get("", new SupabaseQuery(mapper)));
        });
        if (answer.getException() != null) {
            throw answer.getException();
        }
        return answer.getMessage().getBody(BoundedJson.Answer.class).json();
    }

    @Override
    public void destroy() {
        template.stop();
    }
}
