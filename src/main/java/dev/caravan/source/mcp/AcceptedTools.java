package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the accepted definitions of upstream tools, resources and prompts in a file beside {@code config/upstream.yaml}. After a restart, no new definition is accepted
 * without a check, and a server that is down keeps its tools. The file belongs to the settings, so it is not in the store. Several gateways get it
 * together with the settings.
 */
final class AcceptedTools {

    private static final Logger LOG = LoggerFactory.getLogger(AcceptedTools.class);

    private final Path file;
    private final ObjectMapper mapper;
    private final ObjectNode servers;
    /** {server: {kind and name of a resource, template or prompt: definition}}. */
    private final ObjectNode contents;
    private boolean told;

    AcceptedTools(Path file, ObjectMapper mapper) {
        this.file = file;
        this.mapper = mapper;
        JsonNode known = read();
        this.servers = known.get("servers") instanceof ObjectNode tools ? tools : mapper.createObjectNode();
        this.contents = known.get("contents") instanceof ObjectNode others ? others : mapper.createObjectNode();
    }

    private JsonNode read() {
        try {
            JsonNode known = mapper.readTree(Files.readString(file));
            if (known.get("servers") instanceof ObjectNode) {
                return known;
            }
            LOG.warn("Accepted definitions not read file={} error=it has no servers. The first definitions of each server are accepted without approval", file);
        } catch (NoSuchFileException e) {
            LOG.debug("No accepted definitions yet file={}", file);
        } catch (IOException e) {
            LOG.warn("Accepted definitions not read file={} error={}. The first definitions of each server are accepted without approval", file, e.getMessage());
        }
        return mapper.createObjectNode();
    }

    /** Returns {tool name: its definition as the server sent it}; empty for a server that was never read. */
    synchronized Map<String, JsonNode> of(String server) {
        return definitions(servers, server);
    }

    /** Returns {kind and name, such as {@code prompt visit}: definition as it was offered}; empty for a server that was never read. */
    synchronized Map<String, JsonNode> contentsOf(String server) {
        return definitions(contents, server);
    }

    private static Map<String, JsonNode> definitions(ObjectNode all, String server) {
        Map<String, JsonNode> definitions = new LinkedHashMap<>();
        all.path(server).properties().forEach(each -> definitions.put(each.getKey(), each.getValue()));
        return definitions;
    }

    /**
     * Saves these definitions. A tool that is gone keeps its accepted definition, so that it can't return with another one.
     *
     * @param most maximum number of tools; if the server has more than twice as many definitions, all older ones are removed
     */
    synchronized void accept(String server, Map<String, JsonNode> tools, int most) {
        accept(servers, server, tools, most);
    }

    /** Saves the definitions of resources, templates and prompts, like {@link #accept(String, Map, int)}. */
    synchronized void acceptContents(String server, Map<String, JsonNode> definitions, int most) {
        accept(contents, server, definitions, 2 * most);
    }

    private void accept(ObjectNode all, String server, Map<String, JsonNode> tools, int most) {
        if (tools.isEmpty() && !all.has(server)) {
            return;
        }
        ObjectNode known = all.withObjectProperty(server);
        ObjectNode before = known.deepCopy();
        if (known.size() > 2 * most) {
            known.removeAll();
        }
        tools.forEach(known::set);
        if (!known.equals(before)) {
            write();
        }
    }

    private void write() {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.createObjectNode().<ObjectNode>set("servers", servers).set("contents", contents)));
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            told = false;
        } catch (IOException e) {
            if (!told) {
                LOG.warn("Accepted definitions not saved file={} error={}. The next start accepts every definition without approval. Make the folder writable, or deploy the file", file, e.toString());
            }
            told = true;
        }
    }
}
