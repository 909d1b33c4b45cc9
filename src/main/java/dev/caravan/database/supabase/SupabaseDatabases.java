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
import org.apache.camel.Message;
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
        return run(name, SupabaseRequest.get("", new SupabaseQuery(mapper))).getBody(BoundedJson.Answer.class).json();
    }

    /** Returns how many rows PostgreSQL's planner expects in a table; null if the server does not say. */
    Long estimate(String name, String table) throws Exception {
        SupabaseQuery query = new SupabaseQuery(mapper).with("limit", "0");
        String range = run(name, new SupabaseRequest("GET", SupabaseQuery.encoded(table), query, "count=planned", null)).getHeader("Content-Range", "", String.class);
        String total = range.substring(range.indexOf('/') + 1);
        return total.matches("[0-9]{1,18}") ? Long.valueOf(total) : null;
    }

    private Message run(String name, SupabaseRequest request) throws Exception {
        Exchange answer = template.send("direct:db-run-supabase?block=false", exchange -> {
            exchange.setProperty("database", name);
            exchange.getMessage().setBody(request);
        });
        if (answer.getException() != null) {
            throw answer.getException();
        }
        return answer.getMessage();
    }

    @Override
    public void destroy() {
        template.stop();
    }
}
