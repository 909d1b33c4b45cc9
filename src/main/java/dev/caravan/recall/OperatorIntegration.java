package dev.caravan.recall;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.Text;
import dev.caravan.json.PercentCode;
import dev.caravan.recall.ServiceCall.Service;
import dev.caravan.rest.RestCall;
import dev.caravan.rest.RestRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Asks AOI (agent operator integration) for definitions of tools, and calls MCP tools through it. */
@Component("operatorIntegration")
public record OperatorIntegration(Services services, ObjectMapper mapper, RecallProperties properties) {

    /** Path prefix of AOI's endpoints. */
    static final String BASE = "/api/agent-operator-integration/internal-v1";

    private static final int LONGEST_NAME = 128;

    /** Builds the request for the definition of a toolbox's tool. */
    public ServiceCall tool(@Variable("recall") Recall recall) throws RecallException {
        Map<String, String> ids = Map.of("box_id", named(recall, "box_id"), "tool_id", named(recall, "tool_id"));
        String path = BASE + "/tool-box/" + PercentCode.of(ids.get("box_id")) + "/tool/" + PercentCode.of(ids.get("tool_id"));
        return request(recall, RecallException.Kind.SERVICE_FAILED, path, ids, ids);
    }

    /** Builds the request for the tools of an MCP server. */
    public ServiceCall mcp(@Variable("recall") Recall recall) throws RecallException {
        Map<String, String> about = Map.of("mcp_id", named(recall, "mcp_id"), "tool_name", named(recall, "tool_name"));
        String path = BASE + "/mcp/proxy/" + PercentCode.of(about.get("mcp_id")) + "/tools";
        return request(recall, RecallException.Kind.MCP_CALL_FAILED, path, about, Map.of("mcp_id", about.get("mcp_id")));
    }

    private static ServiceCall request(Recall recall, RecallException.Kind failure, String path, Map<String, String> about,
            Map<String, String> ids) {
        return new ServiceCall(Service.OPERATOR_INTEGRATION, failure, "GET", path, about, recall.headers(), recall.millisLeft(), ids, null);
    }

    private static String named(Recall recall, String name) throws RecallException {
        String text = recall.source(name).orElse("");
        try {
            return RecallRequests.id(name, text);
        } catch (RecallException e) {
            throw new RecallException(RecallException.Kind.SERVICE_FAILED, Text.of("recall.source", recall.source("type").orElse(""), name),
                    Map.of("service", Service.ONTOLOGY_QUERY.title(), "field", "action_source." + name));
        }
    }

    /** Builds the request that calls an MCP tool, from a request to the proxy endpoint. */
    public ServiceCall call(@Body RestRequest request, Exchange exchange) throws RecallException {
        String server = RecallRequests.id("mcp_id", request.at("mcp_id"));
        String tool = RecallRequests.id("tool_name", request.at("tool_name"));
        if (!(request.body() instanceof ObjectNode parameters)) {
            throw RecallException.invalid("body", "object");
        }
        ObjectNode body = mapper.createObjectNode().put("tool_name", tool);
        body.set("parameters", parameters);
        return new ServiceCall(Service.MCP_PROXY, RecallException.Kind.MCP_CALL_FAILED, "POST", BASE + "/mcp/proxy/"
                + PercentCode.of(server) + "/tool/call",
                Map.of("mcp_id", server, "tool_name", tool), CallContext.ofHeaders(exchange).passed(),
                properties.callTimeout().toMillis(), Map.of("mcp_id", server), body);
    }

    /** Sets the subject of the audit event: the MCP server, the tool and its parameters. */
    public void audit(@Variable("serviceCall") ServiceCall call, Exchange exchange) {
        exchange.setProperty(Audited.PROPERTY,
                proxied(CallContext.ofHeaders(exchange), call.about().get("mcp_id"), call.about().get("tool_name"),
                (ObjectNode) call.body().get("parameters")));
    }

    private static RestCall proxied(CallContext context, String server, String tool, ObjectNode parameters) {
        Map<String, Object> subject = new LinkedHashMap<>();
        subject.put("mcpServer", ShownName.of(server, LONGEST_NAME));
        subject.put("tool", ShownName.of(tool, LONGEST_NAME));
        return new RestCall(context, Metered.tool("recall-mcp-proxy"), subject, parameters);
    }

    /** Returns the tool's answer unchanged. */
    public ServiceCall.Answer called(@Body ServiceCall.Answer answer, @Variable("serviceCall") ServiceCall call) throws RecallException {
        return services.success(call, answer);
    }
}
