package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.camel.Exchange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/**
 * Answers what the server is and can do: {@code initialize} and {@code ping} for legacy clients, {@code server/discover} for modern ones.
 */
@Component("discovery")
public record Discovery(McpProperties properties, ServerInfo server, CacheHints hints, List<ServerCapability> capabilities) {

    /** Answers {@code initialize}. A supported legacy revision is echoed; any other gets the newest legacy revision, never an error. */
    public void initialize(Exchange exchange) throws McpException {
        Revision revision = Revision.legacy(McpRequest.of(exchange).text("protocolVersion")).orElse(Revision.NEWEST_LEGACY);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("protocolVersion", revision.date());
        result.set("capabilities", declared(exchange, revision));
        result.set("serverInfo", server.identity());
        addInstructions(result);
        exchange.getMessage().setBody(result);
    }

    /** Answers {@code ping} with an empty result. */
    public void ping(Exchange exchange) {
        exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
    }

    /** Answers {@code server/discover} with the supported revisions, the server and its capabilities. */
    public void discover(Exchange exchange) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode supported = result.putArray("supportedVersions");
        Revision.supported().forEach(supported::add);
        result.set("capabilities", declared(exchange, McpRequest.of(exchange).revision()));
        addInstructions(result);
        hints.add(result, McpRequest.of(exchange).revision(), CacheHints.PUBLIC);
        exchange.getMessage().setBody(result);
    }

    private ObjectNode declared(Exchange exchange, Revision revision) {
        boolean instance = exchange.getProperty(McpRequest.API_KEY) != null;
        ObjectNode declared = JsonNodeFactory.instance.objectNode();
        capabilities.stream().filter(capability -> capability.isOffered(revision) && (capability.isOfInstances() || !instance))
                .forEach(capability -> declared.withObjectProperty(capability.name()).setAll(capability.declaration(revision)));
        return declared;
    }

    private void addInstructions(ObjectNode result) {
        if (!properties.instructions().isBlank()) {
            result.put("instructions", properties.instructions());
        }
    }

    /** @param identity {@code {name, title, version}}, a shared object; do not change it */
    @Component
    record ServerInfo(ObjectNode identity) {

        @Autowired
        ServerInfo(McpProperties properties, ObjectProvider<BuildProperties> build) {
            this(JsonNodeFactory.instance.objectNode().put("name", properties.name()).put("title", properties.title())
                    .put("version", build.stream().map(BuildProperties::getVersion).findFirst().orElse("development")));
        }
    }
}
