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
 * Keeps the accepted definitions of upstream tools, resources and prompts in a file beside {@code config/servers}. After a restart,
 * no new definition is accepted without a check, and a server that is down keeps its tools. The file belongs to the settings, so it is not
 * in the store. Several gateways get it together with the settings.
 */
final class AcceptedDefinitions {

    private static final Logger LOG = LoggerFactory.getLogger(AcceptedDefinitions.class);

    private final Path file;
    private final ObjectMapper mapper;
    /** {server: {kind: {name at the server: definition as the server sent it}}}. */
    private final ObjectNode servers;

    /** @param directory folder of the servers, beside which the definitions are */
    AcceptedDefinitions(Path directory, ObjectMapper mapper) {
        this.file = directory.resolveSibling("upstream.accepted.json");
        this.mapper = mapper;
        this.servers = read();
    }

    private ObjectNode read() {
        try {
            if (mapper.readTree(Files.readString(file)).get("servers") instanceof ObjectNode known) {
                return known;
            }
            throw new IOException("it has no servers");
        } catch (NoSuchFileException e) {
            LOG.debug("No accepted definitions yet file={}", file);
        } catch (IOException e) {
            LOG.warn("Accepted definitions not read file={} error={}. The first definitions of each server are accepted without approval",
                    file, e.getMessage());
        }
        return mapper.createObjectNode();
    }

    /** Whether definitions of the server were accepted. */
    synchronized boolean knows(String server) {
        return servers.has(server);
    }

    /** Returns {name at the server: definition as the server sent it}; empty for a server that was never read. */
    synchronized Map<String, JsonNode> of(String server, DefinitionKind kind) {
        Map<String, JsonNode> definitions = new LinkedHashMap<>();
        servers.path(server).path(kind.word()).properties().forEach(each -> definitions.put(each.getKey(), each.getValue()));
        return definitions;
    }

    /**
     * Saves these definitions. A definition that is gone stays accepted, so that it can't return as another one.
     *
     * @param most maximum number of definitions; if the server has more than twice as many, all older ones are removed
     */
    synchronized void accept(String server, DefinitionKind kind, Map<String, JsonNode> definitions, int most) {
        if (definitions.isEmpty()) {
            return;
        }
        ObjectNode known = servers.withObjectProperty(server).withObjectProperty(kind.word());
        ObjectNode before = known.deepCopy();
        if (known.size() > 2 * most) {
            known.removeAll();
        }
        definitions.forEach(known::set);
        if (!known.equals(before)) {
            write();
        }
    }

    private void write() {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, mapper.writerWithDefaultPrettyPrinter()
                    .writeValueAsString(mapper.createObjectNode().set("servers", servers)));
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("Accepted definitions not saved file={} error={}. The next start accepts every definition without approval. "
                    + "Make the folder writable, or deploy the file", file, e.toString());
        }
    }
}
