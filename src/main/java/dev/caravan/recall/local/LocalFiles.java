package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.ValueLine;
import dev.caravan.observe.Family;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** The knowledge networks and toolboxes of the local mode, read from files. Edits take effect without a restart. */
@Component
class LocalFiles {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFiles.class);
    private static final ObjectMapper YAML = JsonMappers.yaml().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private final LocalProperties properties;
    private final CamelContext context;
    private final Folder<KnowledgeNetwork> networks;
    private final Folder<Toolbox> toolboxes;

    LocalFiles(LocalProperties properties, CamelContext context, Environment environment) {
        this.properties = properties;
        this.context = context;
        this.networks = networks(properties.knowledgeNetworks());
        this.toolboxes = new Folder<>(properties.toolboxes(), ".openapi.yaml",
                (name, document) -> new Toolbox(document, environment::resolvePlaceholders));
        if (properties.local()) {
            networks.files().look();
            toolboxes.files().look();
            LOG.info("Local recall ready knowledgeNetworks={} toolboxes={}", networks.all().keySet(), toolboxes.all().keySet());
        }
    }

    static Folder<KnowledgeNetwork> networks(Path folder) {
        return new Folder<>(folder, ".yaml", (name, document) -> YAML.treeToValue(document, KnowledgeNetwork.class).checked(name));
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        if (properties.local()) {
            LiveFiles.watch(context, "local-recall", "Files of local recall", List.of(networks.folder, toolboxes.folder), networks.files(),
                    toolboxes.files());
        }
    }

    Folder<KnowledgeNetwork> networks() {
        return networks;
    }

    Folder<Toolbox> toolboxes() {
        return toolboxes;
    }

    /**
     * The files of one kind in a folder, and what they define. The name of a file is the id of what it defines.
     *
     * @param <T> what one file defines
     */
    static final class Folder<T> implements LiveFiles.Kind<RouteTree.Stamp, T> {

        /** Reads a document. Its exception refuses it with a message that begins with the place of the wrong value. */
        @FunctionalInterface
        interface Reader<T> {
            T read(String id, JsonNode document) throws JsonProcessingException;
        }

        private final Path folder;
        private final String ending;
        private final Reader<T> reader;
        private final LiveFiles<RouteTree.Stamp, T> files = new LiveFiles<>(this);

        /** @param ending end of the files' names, after the id */
        Folder(Path folder, String ending, Reader<T> reader) {
            this.folder = folder;
            this.ending = ending;
            this.reader = reader;
        }

        /** Returns what the usable files define, by id. */
        Map<String, T> all() {
            Map<String, T> byId = new TreeMap<>();
            files.all().forEach((name, content) -> byId.put(id(name), content));
            return byId;
        }

        LiveFiles<RouteTree.Stamp, T> files() {
            return files;
        }

        @Override
        public Map<String, RouteTree.Stamp> stamps() {
            return RouteTree.in(folder).stream().filter(file -> file.path().toString().endsWith(ending))
                    .collect(Collectors.toMap(file -> file.path().getFileName().toString(), Function.identity()));
        }

        private String id(String name) {
            return name.substring(0, name.length() - ending.length());
        }

        @Override
        public T read(String name, RouteTree.Stamp stamp) throws IOException {
            return read(stamp.path());
        }

        /** @throws IllegalStateException with file, line and reason, if the file can't be used */
        T read(Path file) throws IOException {
            String text = RouteTree.text(file);
            try {
                JsonNode document = YAML.readTree(text);
                if (document.isObject()) {
                    return reader.read(id(file.getFileName().toString()), document);
                }
                throw new IllegalArgumentException(" must be an object");
            } catch (JsonMappingException e) {
                throw refused(file, text, reason(e));
            } catch (JsonProcessingException e) {
                String line = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
                throw new IllegalStateException(file + line + ": must be YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""));
            } catch (IllegalArgumentException e) {
                throw refused(file, text, e.getMessage());
            }
        }

        private static String reason(JsonMappingException e) {
            String place = e.getPath().stream().map(step -> step.getIndex() < 0 ? "." + step.getFieldName() : "[" + step.getIndex() + "]")
                    .collect(Collectors.joining()).replaceFirst("^\\.", "");
            if (e instanceof UnrecognizedPropertyException unknown) {
                return place + " is unknown; must be one of " + new TreeSet<>(unknown.getKnownPropertyIds());
            }
            return e.getCause() instanceof IllegalArgumentException wrong ? place + (place.isEmpty() ? "" : ".") + wrong.getMessage()
                    : place + " has the wrong type";
        }

        /** @param reason begins with the place of the wrong value, such as {@code objects[0].id} */
        private static IllegalStateException refused(Path file, String text, String reason) throws IOException {
            String place = reason.substring(0, reason.indexOf(' ')).replace("[", ".").replace("]", "").replace(".", "/");
            try (JsonParser parser = YAML.getFactory().createParser(text)) {
                int line = ValueLine.of(parser, JsonPointer.compile(place.isEmpty() ? "" : "/" + place));
                return new IllegalStateException(file + ":" + line + ": " + reason.strip());
            }
        }

        @Override
        public void taken(String name, T former, T next) {
            LOG.info("Local recall loaded file={}", folder.resolve(name));
        }

        @Override
        public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
            return thrown instanceof IllegalStateException ? thrown.getMessage() : stamp.path() + " can't be read: " + thrown;
        }

        @Override
        public void gone(String name, T last) {
            LOG.info("Local recall removed file={}", folder.resolve(name));
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
    @Family.On(Family.RECALL)
    record LocalRecallHealth(LocalFiles files) implements HealthIndicator {

        private static final Status DEGRADED = new Status("DEGRADED", "A file of a knowledge network or toolbox can't be used");

        @Override
        public Health health() {
            Map<String, String> problems = files.networks().files().problems();
            problems.putAll(files.toolboxes().files().problems());
            Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(DEGRADED).withDetail("refused", problems);
            return health.withDetail("knowledgeNetworks", files.networks().all().keySet())
                    .withDetail("toolboxes", files.toolboxes().all().keySet()).build();
        }
    }
}
