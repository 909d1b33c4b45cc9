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
import dev.caravan.recall.RecallProperties;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The knowledge networks and toolboxes of the local mode, read from files whose names are their ids: NAME.openapi.yaml is a toolbox, and
 * any other NAME.yaml a network. Edits take effect without a restart.
 */
@Component
class LocalFiles implements LiveFiles.Kind<RouteTree.Stamp, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFiles.class);
    private static final ObjectMapper YAML = JsonMappers.yaml().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    private static final String NETWORK = ".yaml";
    private static final String TOOLBOX = ".openapi.yaml";

    private final RecallProperties properties;
    private final Environment environment;
    final LiveFiles<RouteTree.Stamp, Object> files = new LiveFiles<>(this);

    LocalFiles(RecallProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        if (properties.local()) {
            files.look();
        }
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        if (properties.local()) {
            LiveFiles.watch(started.getApplicationContext().getBean(CamelContext.class), "local-recall", "Files of local recall",
                    List.of(properties.knowledgeNetworks(), properties.toolboxes()), files);
        }
    }

    /** Returns the networks of the usable files, by id. */
    Map<String, KnowledgeNetwork> networks() {
        return all(KnowledgeNetwork.class, NETWORK);
    }

    /** Returns the toolboxes of the usable files, by id. */
    Map<String, Toolbox> toolboxes() {
        return all(Toolbox.class, TOOLBOX);
    }

    private <T> Map<String, T> all(Class<T> kind, String ending) {
        Map<String, T> byId = new TreeMap<>();
        files.all().entrySet().stream().filter(file -> kind.isInstance(file.getValue()))
                .forEach(file -> byId.put(id(file.getKey(), ending), kind.cast(file.getValue())));
        return byId;
    }

    private static String id(String file, String ending) {
        String name = Path.of(file).getFileName().toString();
        return name.substring(0, name.length() - ending.length());
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        Map<String, RouteTree.Stamp> stamps = new TreeMap<>();
        Stream.of(properties.knowledgeNetworks(), properties.toolboxes()).flatMap(folder -> RouteTree.in(folder).stream())
                .filter(file -> file.path().toString().endsWith(NETWORK)).forEach(file -> stamps.put(file.path().toString(), file));
        return stamps;
    }

    @Override
    public Object read(String name, RouteTree.Stamp stamp) throws IOException, FileProblemException {
        String text = RouteTree.text(stamp.path());
        try {
            JsonNode document = YAML.readTree(text);
            if (!document.isObject()) {
                throw new IllegalArgumentException(" must be an object");
            }
            return name.endsWith(TOOLBOX) ? new Toolbox(document, environment::resolvePlaceholders)
                    : YAML.treeToValue(document, KnowledgeNetwork.class).checked(id(name, NETWORK));
        } catch (JsonMappingException e) {
            throw refused(name, text, reason(e));
        } catch (JsonProcessingException e) {
            throw FileProblemException.of(name, e);
        } catch (IllegalArgumentException e) {
            throw refused(name, text, e.getMessage());
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
    private static FileProblemException refused(String file, String text, String reason) throws IOException {
        String place = reason.substring(0, reason.indexOf(' ')).replace("[", ".").replace("]", "").replace(".", "/");
        try (JsonParser parser = YAML.getFactory().createParser(text)) {
            int line = ValueLine.of(parser, JsonPointer.compile(place.isEmpty() ? "" : "/" + place));
            return new FileProblemException(file, line, 0, reason.strip());
        }
    }

    @Override
    public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
        return thrown instanceof FileProblemException ? thrown.getMessage() : name + " can't be read: " + thrown;
    }

    @Override
    public void settled() {
        LOG.info("Local recall ready knowledgeNetworks={} toolboxes={}", networks().keySet(), toolboxes().keySet());
    }

    /**
     * Reports UP, or DEGRADED if a knowledge network or a toolbox can't be used. Never reports DOWN, because the others continue to work.
     */
    @Component("localRecallHealthIndicator")
    @Family.On(Family.RECALL)
    record LocalRecallHealth(LocalFiles files) implements HealthIndicator {

        @Override
        public Health health() {
            Map<String, String> problems = files.files.problems();
            Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(new Status("DEGRADED",
                    "A file of a knowledge network or toolbox can't be used")).withDetail("refused", problems);
            return health.withDetail("knowledgeNetworks", files.networks().keySet()).withDetail("toolboxes", files.toolboxes().keySet())
                    .build();
        }
    }
}
