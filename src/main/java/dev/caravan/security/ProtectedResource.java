package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.springframework.stereotype.Component;

/** Provides the metadata with which clients get a token for this gateway (RFC 9728). There is none in modes without tokens. */
@Component("protectedResource")
public record ProtectedResource(SecurityProperties security, PublicAddress address) {

    /** Returns the metadata of the whole gateway, including REST; null in other modes. */
    public JsonNode gateway() {
        SecurityProperties.Scopes scopes = security.scopes();
        return metadata(address.gateway(), List.of(scopes.read(), scopes.call(), scopes.manage()));
    }

    /** Returns the metadata of the MCP endpoint, with the scopes that every client needs; null in other modes. */
    public JsonNode mcp() {
        return metadata(address.mcp(), security.scopes().advised(Right.ENTER));
    }

    private JsonNode metadata(String resource, List<String> supported) {
        if (security.mode() != SecurityProperties.Mode.OAUTH2) {
            return null;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("resource", resource);
        metadata.putArray("authorization_servers").add(security.oauth2().issuer());
        ArrayNode names = metadata.putArray("scopes_supported");
        supported.stream().distinct().forEach(names::add);
        metadata.putArray("bearer_methods_supported").add("header");
        return metadata.put("resource_name", "Caravan");
    }
}
