package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ToolRights;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Provides the definitions of the gateway's own tools to routes. */
@Component("toolSchemas")
public class ToolSchemas {

    private final ToolRegistry tools;

    ToolSchemas(CamelContext context) {
        this.tools = ToolRegistry.of(context);
    }

    /** Returns the tool's definition as {@code tools/list} shows it to this caller. */
    public JsonNode definition(@Header("name") String name, Exchange exchange) throws NotFoundException {
        return Optional.ofNullable(tools.definitions(ToolRights.of(exchange)).get(name)).orElseThrow(() -> new NotFoundException(Text.of("tool.notFound", name)));
    }

    /** Returns the names of this caller's tools that begin with the typed text. */
    public List<String> names(@Body String typed, Exchange exchange) {
        String beginning = typed.toLowerCase(Locale.ROOT);
        return tools.definitions(ToolRights.of(exchange)).keySet().stream().filter(name -> name.toLowerCase(Locale.ROOT).startsWith(beginning)).toList();
    }
}
