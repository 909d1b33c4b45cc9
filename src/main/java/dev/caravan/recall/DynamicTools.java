package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.PassedHeaders;
import dev.caravan.envelope.Text;
import dev.caravan.json.PercentCode;
import dev.caravan.json.SchemaException;
import dev.caravan.security.PublicAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes the answer of a recall: {@code {headers, _dynamic_tools: [{name, description, parameters, api_url, original_schema, fixed_params,
 * api_call_strategy}]}}. For several actions, {@code _actions: [{fixed_params, _instance_identity?}]} has each of them, since the tool has
 * only the values of the first one.
 */
@Component("dynamicTools")
public record DynamicTools(ObjectMapper mapper, RecallProperties properties, PublicAddress address) {

    private static final Logger LOG = LoggerFactory.getLogger(DynamicTools.class);
    private static final String STRATEGY = "kn_action_recall";

    /** Returns the address at which agents reach this gateway, without a slash at the end. */
    String self() {
        return withoutSlash(properties.publicUrl().isBlank() ? address.gateway() : properties.publicUrl().strip());
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Whether a definition has the wanted tool: a list of MCP tools may lack it. */
    static boolean has(JsonNode definition, Map<String, String> about) {
        return !about.containsKey("tool_name") || !listed(definition, about.get("tool_name")).isMissingNode();
    }

    private static JsonNode listed(JsonNode definition, String name) {
        for (JsonNode tool : definition.path("tools")) {
            if (tool.path("name").asText().equals(name)) {
                return tool;
            }
        }
        return definition.path("tools").path("none");
    }

    /** Answers without a tool, since there is no action. */
    public ObjectNode none(@Variable("recall") Recall recall) {
        return answer(recall, null, UnaryOperator.identity());
    }

    /** Answers with a toolbox's tool: layered parameters, called at AOI. */
    public ObjectNode tool(@Variable("recall") Recall recall, @Variable("serviceCall") ServiceCall call,
            @Variable("definition") JsonNode definition) throws RecallException {
        JsonNode operation = definition.at("/metadata/api_spec");
        ObjectNode parameters = converted(call, () -> OperationParameters.of(operation));
        String service = properties.local() ? self() : withoutSlash(properties.operatorIntegrationUrl().toString());
        String url = service + OperatorIntegration.BASE + "/tool-box/" + PercentCode.of(call.about().get("box_id")) + "/proxy/"
                + PercentCode.of(call.about().get("tool_id"));
        return answer(recall, tool(definition, parameters, url, operation, OperationParameters.fixed(operation, recall.parameters())),
                fixed -> OperationParameters.fixed(operation, fixed));
    }

    /** Answers with an MCP server's tool: flat parameters, called at this gateway's proxy. */
    public ObjectNode mcp(@Variable("recall") Recall recall, @Variable("serviceCall") ServiceCall call,
            @Variable("definition") JsonNode definition) throws RecallException {
        String name = call.about().get("tool_name");
        JsonNode found = listed(definition, name);
        if (found.isMissingNode()) {
            LOG.error("Tool missing at MCP server server={} tool={}", call.about().get("mcp_id"), name);
            throw new RecallException(RecallException.Kind.TOOL_NOT_FOUND,
                    Text.of("recall.toolNotFound", call.about().get("mcp_id"), name), call.about());
        }
        JsonNode schema = found.path("inputSchema");
        ObjectNode parameters = converted(call, () -> InputParameters.of(schema));
        String url = self() + "/api/agent-retrieval/in/v1/mcp/proxy/" + PercentCode.of(call.about().get("mcp_id")) + "/tools/"
                + PercentCode.of(name) + "/call";
        return answer(recall, tool(found, parameters, url, schema, recall.parameters()), UnaryOperator.identity());
    }

    /** Fails, since no service supports this type of source. */
    public Object unsupported(@Variable("recall") Recall recall, @Variable("actionSource") String type) throws RecallException {
        LOG.error("Type of the action source not supported recall=\"{}\"", recall);
        throw new RecallException(RecallException.Kind.UNSUPPORTED_TYPE, Text.of("recall.unsupported", type),
                Map.of("type", type, "supported", "tool, mcp"));
    }

    /** Converts a schema to parameters. */
    private interface Conversion {

        ObjectNode convert() throws SchemaException;
    }

    private static ObjectNode converted(ServiceCall call, Conversion conversion) throws RecallException {
        try {
            ObjectNode parameters = conversion.convert();
            LOG.debug("Schema converted {}", call.about());
            return parameters;
        } catch (SchemaException e) {
            LOG.error("Schema can't be converted about={} reason={}", call.about(), e.getMessage());
            Map<String, String> details = new LinkedHashMap<>(call.about());
            details.put("reason", e.getMessage());
            throw new RecallException(RecallException.Kind.SCHEMA_CONVERT_FAILED, Text.of("recall.schema", e.getMessage()), details);
        }
    }

    private ObjectNode tool(JsonNode described, ObjectNode parameters, String url, JsonNode original, JsonNode fixed) {
        ObjectNode tool = mapper.createObjectNode()
                .put("name", described.path("name").asText())
                .put("description", described.path("description").asText());
        tool.set("parameters", parameters);
        tool.put("api_url", url);
        tool.set("original_schema", original.isMissingNode() ? mapper.createObjectNode() : original);
        tool.set("fixed_params", fixed);
        return tool.put("api_call_strategy", STRATEGY);
    }

    /** @param layered puts an action's values into the form of {@code fixed_params} */
    private ObjectNode answer(Recall recall, ObjectNode tool, UnaryOperator<JsonNode> layered) {
        ObjectNode answer = mapper.createObjectNode();
        ObjectNode headers = answer.putObject("headers");
        for (String name : new String[] {PassedHeaders.ACCOUNT_ID, PassedHeaders.ACCOUNT_TYPE}) {
            headers.put(name, recall.headers().get(name));
        }
        if (recall.stale()) {
            headers.put("x-caravan-stale", "true");
        }
        var tools = answer.putArray("_dynamic_tools");
        if (tool != null) {
            tools.add(tool);
        }
        if (tool != null && recall.actions().size() > 1) {
            ArrayNode all = answer.putArray("_actions");
            for (Recall.Action action : recall.actions()) {
                ObjectNode one = all.addObject();
                one.set("fixed_params", layered.apply(action.parameters()));
                if (action.identity().isObject()) {
                    one.set("_instance_identity", action.identity());
                }
            }
            answer.put("_total_actions", recall.total());
        }
        return answer;
    }
}
