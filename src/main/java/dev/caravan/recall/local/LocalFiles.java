package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.ValueLine;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The knowledge networks and toolboxes of the local mode, read from files. Edits take effect without a restart. */
@Component
class LocalFiles {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFiles.class);
    private static final YAMLMapper YAML = JsonMappers.yaml();

    private final LocalFolder<KnowledgeNetwork> networks;
    private final LocalFolder<Toolbox> toolboxes;
    private final List<Path> folders;
    private final boolean local;
    private final CamelContext context;

    LocalFiles(LocalProperties properties, CamelContext context) {
        this.local = properties.local();
        this.folders = List.of(properties.knowledgeNetworks(), properties.toolboxes());
        this.networks = new LocalFolder<>("Knowledge network", properties.knowledgeNetworks(), ".yaml", KnowledgeFile::read, (name, network) -> network.id());
        this.toolboxes = new LocalFolder<>("Toolbox", properties.toolboxes(), ".openapi.yaml", LocalFiles::toolbox, (name, box) -> name);
        this.context = context;
        if (local) {
            networks.files().look();
            toolboxes.files().look();
            LOG.info("Local recall ready knowledgeNetworks={} toolboxes={}", networks.all().keySet(), toolboxes.all().keySet());
        }
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        if (local) {
            LiveFiles.watch(context, "local-recall", "Files of local recall", folders, networks.files(), toolboxes.files());
        }
    }

    /** Returns the knowledge networks by id. */
    Map<String, KnowledgeNetwork> networks() {
        return networks.all();
    }

    /** Returns the toolboxes by id. */
    Map<String, Toolbox> toolboxes() {
        return toolboxes.all();
    }

    /** Returns {file name: why the file as it is now can't be used}. */
    Map<String, String> problems() {
        Map<String, String> all = networks.files().problems();
        all.putAll(toolboxes.files().problems());
        return all;
    }

    private static Toolbox toolbox(Path file) throws IOException {
        String text = RouteTree.text(file);
        try {
            return new Toolbox(parse(file, text));
        } catch (Toolbox.InvalidException e) {
            throw problem(file, text, e.place(), e.getMessage());
        }
    }

    /** @throws IllegalStateException with the line, if the text is not YAML */
    static JsonNode parse(Path file, String text) throws IOException {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            String line = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
            throw new IllegalStateException(file + line + ": must be YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }

    /** Returns the exception for a wrong value: {@code FILE:LINE: reason}. */
    static IllegalStateException problem(Path file, String text, JsonPointer place, String reason) {
        String line = "";
        try (JsonParser parser = YAML.getFactory().createParser(text)) {
            line = ":" + ValueLine.of(parser, place);
        } catch (IOException e) {
            LOG.debug("Line not found file={}", file, e);
        }
        return new IllegalStateException(file + line + ": " + reason);
    }
}
