package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** Describes the server: {@code {name, title, version}}. */
@Component
class ServerInfo {

    private final ObjectNode identity;

    ServerInfo(McpProperties properties, ObjectProvider<BuildProperties> build) {
        BuildProperties known = build.getIfAvailable();
        this.identity = JsonNodeFactory.instance.objectNode()
                .put("name", properties.name())
                .put("title", properties.title())
                .put("version", known == null ? "development" : known.getVersion());
    }

    /** Returns a shared object. Do not change it. */
    ObjectNode identity() {
        return identity;
    }
}
