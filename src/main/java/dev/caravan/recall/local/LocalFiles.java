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
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The knowledge networks and toolboxes of the local mode, read from files. Edits take effect without a restart. */
@Component
class LocalFiles {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFiles.class);
    private static final YAMLMapper YAML = JsonMappers.yaml();

    private final Folder<KnowledgeNetwork> networks;
    private final Folder<Toolbox> toolboxes;
    private final List<Path> folders;
    private final boolean local;
    private final CamelContext context;

    LocalFiles(LocalProperties properties, CamelContext context) {
        this.local = properties.local();
        this.folders = List.of(properties.knowledgeNetworks(), properties.toolboxes());
        this.networks = new Folder<>("Knowledge network", properties.knowledgeNetworks(), ".yaml", KnowledgeNetwork.FileReader::read,
                (name, network) -> network.id());
        this.toolboxes = new Folder<>("Toolbox", properties.toolboxes(), ".openapi.yaml", LocalFiles::toolbox, (name, box) -> name);
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

    /**
     * The files of one kind in a folder, and what they define, by id. Only one file may define an id.
     *
     * @param <T> what one file defines
     */
    static final class Folder<T> implements LiveFiles.Kind<RouteTree.Stamp, T> {

        private static final Logger LOG = LoggerFactory.getLogger(Folder.class);

        /** Reads a file. The message of its exception names the file, the line and the reason. */
        @FunctionalInterface
        interface Reader<T> {
            T read(Path file) throws IOException;
        }

        private final String kind;
        private final Path folder;
        private final String ending;
        private final Reader<T> reader;
        private final BiFunction<String, T, String> id;
        private final LiveFiles<RouteTree.Stamp, T> files;
        private volatile Map<String, T> all = Map.of();

        /**
         * @param kind   name for the log, such as toolbox
         * @param ending end of the files' names
         * @param id     makes the id from the file's name without its ending, and from the content
         */
        Folder(String kind, Path folder, String ending, Reader<T> reader, BiFunction<String, T, String> id) {
            this.kind = kind;
            this.folder = folder;
            this.ending = ending;
            this.reader = reader;
            this.id = id;
            this.files = new LiveFiles<>(this);
        }

        /** Returns what the usable files define, by id. */
        Map<String, T> all() {
            return all;
        }

        LiveFiles<RouteTree.Stamp, T> files() {
            return files;
        }

        @Override
        public Map<String, RouteTree.Stamp> stamps() {
            return RouteTree.in(folder).stream().filter(file -> file.path().toString().endsWith(ending))
                    .collect(Collectors.toMap(file -> file.path().getFileName().toString(), Function.identity()));
        }

        @Override
        public T read(String name, RouteTree.Stamp stamp) throws IOException {
            T content = reader.read(stamp.path());
            String wanted = id(name, content);
            files.all().forEach((other, has) -> {
                if (!other.equals(name) && id(other, has).equals(wanted)) {
                    throw new IllegalStateException(stamp.path() + ": " + kind + " " + wanted + " is already defined in "
                            + folder.resolve(other));
                }
            });
            return content;
        }

        @Override
        public void taken(String name, T former, T next) {
            LOG.info("Local recall loaded kind=\"{}\" file={} id={}", kind, folder.resolve(name), id(name, next));
        }

        @Override
        public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
            return thrown instanceof IllegalStateException ? thrown.getMessage() : stamp.path() + " can't be read: " + thrown;
        }

        @Override
        public void gone(String name, T last) {
            LOG.info("Local recall removed kind=\"{}\" file={}", kind, folder.resolve(name));
        }

        @Override
        public void settled() {
            Map<String, T> byId = new TreeMap<>();
            files.all().forEach((name, content) -> byId.put(id(name, content), content));
            all = Collections.unmodifiableMap(byId);
        }

        /** The reason may have been an id of another file. */
        @Override
        public boolean readsRefusedAgain() {
            return true;
        }

        private String id(String name, T content) {
            return id.apply(name.substring(0, name.length() - ending.length()), content);
        }
    }

    /**
     * Settings of {@code caravan.recall.*} for the local mode. {@code config/application.yaml} explains each.
     *
     * @param local             Whether this gateway itself answers for Ontology Query and AOI (agent operator integration).
     * @param knowledgeNetworks Folder of the knowledge networks, in local mode.
     * @param toolboxes         Folder of the OpenAPI documents, in local mode.
     * @param identitiesKey     Name of the list of objects in the request to Ontology Query.
     * @param callTimeout       Timeout of a call through the MCP proxy or a local toolbox.
     */
    @ConfigurationProperties("caravan.recall")
    record LocalProperties(@DefaultValue("false") boolean local, @DefaultValue("config/knowledge-networks") Path knowledgeNetworks,
            @DefaultValue("config/toolboxes") Path toolboxes, @DefaultValue("unique_identities") String identitiesKey,
            @DefaultValue("60s") Duration callTimeout) {
    }

    /**
     * Reports UP, or DEGRADED if a knowledge network or a toolbox can't be used. Never reports DOWN, because the others continue to work.
     */
    @Component("localRecallHealthIndicator")
    record LocalRecallHealth(LocalFiles files) implements HealthIndicator {

        private static final Status DEGRADED = new Status("DEGRADED", "A file of a knowledge network or toolbox can't be used");

        @Override
        public Health health() {
            Map<String, String> problems = files.problems();
            Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(DEGRADED).withDetail("refused", problems);
            return health.withDetail("knowledgeNetworks", files.networks().keySet()).withDetail("toolboxes", files.toolboxes().keySet())
                    .build();
        }
    }
}
