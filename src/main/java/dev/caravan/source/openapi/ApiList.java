package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.mcp.ToolRights;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** REST operation for APIs: shows what they offer, and why a file or an operation is refused. Requires a caller who may see all tools. */
@Component("apiList")
public class ApiList {

    /**
     * @param server  address that requests go to; null if the API is not offered
     * @param tools   names of the offered tools
     * @param problem why the files can't be used; null if they are in use
     * @param refused {operation id: reason why it is not offered}
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Api(String name, String server, List<String> tools, String problem, Map<String, String> refused) {
    }

    private final ApiFolder folder;

    ApiList(ApiFolder folder) {
        this.folder = folder;
    }

    public List<Api> list(Exchange exchange) {
        Map<String, String> problems = folder.apis().problems();
        return ToolRights.of(exchange).seeAll() ? folder.apis().names().stream().map(name -> shown(name, folder.named(name), problems.get(name))).toList() : List.of();
    }

    private static Api shown(String name, OfferedApi api, String problem) {
        return api == null ? new Api(name, null, List.of(), problem, Map.of())
                : new Api(name, api.server(), api.toolNames(), problem, api.refused());
    }
}
