package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.routes.RouteProblem;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.RoutesProperties;
import dev.caravan.offer.TemplateJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Reads {@code config/kamelets}, and makes the routes of each file. It looks for changes when the routes directory is read. If a file can't be used,
 * its last good version stays active.
 */
@Component
class KameletFolder implements GeneratedRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(KameletFolder.class);
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*)(?::([^}]*))?}");
    private static final Pattern FILE = Pattern.compile("(.*)\\.ya?ml");
    private static final long WRITTEN = TimeUnit.MILLISECONDS.toNanos(100);

    private final Path folder;
    private final Path own;
    private final Kamelets kamelets;
    private final KameletMetrics metrics;
    private final KameletCatalogue catalogue;
    private final ObjectMapper mapper;
    private final Environment environment;
    private final Map<String, List<Templated>> routes = new TreeMap<>();
    private final Map<String, RouteProblem> problems = new TreeMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private TreeMap<String, RouteTree.Stamp> applied = new TreeMap<>();
    private TreeMap<String, RouteTree.Stamp> seen = new TreeMap<>();

    KameletFolder(KameletProperties properties, RoutesProperties routes, Kamelets kamelets, KameletMetrics metrics, CamelContext context, ObjectMapper mapper, Environment environment) {
        this.folder = properties.directory();
        this.own = routes.directory().resolve("kamelets");
        this.kamelets = kamelets;
        this.metrics = metrics;
        this.catalogue = new KameletCatalogue(own, context, mapper);
        this.mapper = mapper;
        this.environment = environment;
    }

    @Override
    public synchronized Map<String, List<Templated>> files() {
        TreeMap<String, RouteTree.Stamp> now = new TreeMap<>(RouteTree.of(folder).files());
        if (!now.isEmpty() || !applied.isEmpty()) {
            now.putAll(RouteTree.of(own).files());
            if (!now.equals(applied) && (now.equals(seen) || isWritten(now))) {
                applied = now;
                apply(now);
            }
            seen = now;
        }
        return new LinkedHashMap<>(routes);
    }

    /** Whether no changed file may still be half written. */
    private boolean isWritten(Map<String, RouteTree.Stamp> now) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return now.entrySet().stream().filter(file -> !file.getValue().equals(applied.get(file.getKey()))).noneMatch(file -> nanos - file.getValue().modifiedNanos() < WRITTEN);
    }

    /** Returns the name of the tool or resource that a file defines. */
    static String name(String file) {
        return Path.of(file).getFileName().toString().replaceFirst("\\.ya?ml$", "");
    }

    /** Returns {file: why it can't be used}. */
    synchronized Map<String, RouteProblem> problems() {
        return new TreeMap<>(problems);
    }

    private void apply(TreeMap<String, RouteTree.Stamp> now) {
        Map<String, RouteProblem> refused = new TreeMap<>();
        Map<String, Path> files = new TreeMap<>();
        now.values().stream().map(RouteTree.Stamp::path).filter(path -> folder.equals(path.getParent())).forEach(path -> {
            Matcher name = FILE.matcher(path.getFileName().toString());
            if (name.matches()) {
                Path other = files.putIfAbsent(name.group(1), path);
                if (other != null) {
                    refused.put(path.toString(), new RouteProblem(path.toString(), 0, 0, "its name is taken by " + other));
                }
            }
        });
        kamelets.all().keySet().stream().filter(name -> !files.containsKey(name)).forEach(this::withdraw);
        files.forEach((name, path) -> {
            try {
                take(read(name, path, now.get(path.toString().replace('\\', '/'))));
            } catch (KameletProblemException e) {
                refused.put(path.toString(), e.problem());
                if (!e.problem().equals(problems.get(path.toString()))) {
                    LOG.warn("{}. {}", e.problem(), kamelets.all().containsKey(name) ? "Its last good version stays active" : "It offers nothing");
                }
            }
        });
        problems.clear();
        problems.putAll(refused);
        metrics.show(refused.keySet().stream().map(KameletFolder::name).collect(Collectors.toSet()));
    }

    /** Returns the file of a Kamelet, or the one that it would have. */
    Path file(String name) {
        Path other = folder.resolve(name + ".yml");
        return Files.exists(other) ? other : folder.resolve(name + ".yaml");
    }

    /** Returns the Kamelet of this name; null if there is none that can be used. */
    KameletDefinition definition(String kamelet) {
        try {
            return kamelet == null ? null : catalogue.find(KameletSettings.read("settings", "any", "kamelet: " + kamelet, mapper));
        } catch (KameletProblemException e) {
            return null;
        }
    }

    /**
     * Reads the text of a file, and changes nothing.
     *
     * @throws KameletProblemException with the line, if the gateway would refuse it
     */
    OfferedKamelet check(String file, String name, String text) throws KameletProblemException {
        KameletSettings settings = KameletSettings.read(file, name, text, mapper);
        return OfferedKamelet.of(settings, catalogue.find(settings), values(settings), mapper);
    }

    private OfferedKamelet read(String name, Path path, RouteTree.Stamp stamp) throws KameletProblemException {
        try {
            return check(path.toString(), name, Files.readString(stamp.path()));
        } catch (IOException e) {
            throw new KameletProblemException(path.toString(), 0, "the file can't be read as UTF-8 text: " + e);
        }
    }

    /** Replaces {@code ${NAME}} and {@code ${NAME:default}} by settings and environment variables of these names. Other text stays, since it may be an expression. */
    private Map<String, String> values(KameletSettings settings) throws KameletProblemException {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, KameletSettings.Fixed> property : settings.properties().entrySet()) {
            StringBuilder value = new StringBuilder();
            Matcher variable = VARIABLE.matcher(property.getValue().value());
            while (variable.find()) {
                String known = environment.getProperty(variable.group(1), variable.group(2));
                if (known == null) {
                    throw new KameletProblemException(settings.file(), property.getValue().line(), "the environment variable " + variable.group(1) + " is not set");
                }
                variable.appendReplacement(value, Matcher.quoteReplacement(known));
            }
            values.put(property.getKey(), variable.appendTail(value).toString());
        }
        return values;
    }

    private void take(OfferedKamelet next) {
        String name = next.settings().name();
        OfferedKamelet present = kamelets.all().get(name);
        if (present != null && present.isSameAs(next)) {
            return;
        }
        String before = texts.put(next.definition().name(), next.definition().text());
        if (before != null && !before.equals(next.definition().text())) {
            catalogue.forget(next.definition().name());
        }
        long revision = kamelets.put(next);
        routes.put(folder + "/" + name + ".camel.yaml", next.isSource() ? source(next, revision) : List.of(new Templated(name, "kamelet-tool", shared(next, tool(next)))));
        LOG.info("{}: the Kamelet {} is {}", next.settings().file(), next.definition().name(), next.isSource() ? "the resource " + next.uri() : "the tool " + name);
    }

    private void withdraw(String name) {
        kamelets.remove(name);
        routes.remove(folder + "/" + name + ".camel.yaml");
        LOG.info("{} is gone: its Kamelet is no longer offered", folder.resolve(name + ".yaml"));
    }

    private List<Templated> source(OfferedKamelet kamelet, long revision) {
        String name = kamelet.settings().name();
        Map<String, String> events = new LinkedHashMap<>();
        events.put("name", name);
        events.put("uri", kamelet.uri());
        events.put("revision", String.valueOf(revision));
        ObjectNode definition = mapper.createObjectNode().put("uri", kamelet.uri()).put("name", name).put("title", kamelet.title()).put("description", kamelet.description())
                .put("mimeType", KameletEvents.TYPE);
        return List.of(new Templated("resource-" + name, "kamelet-resource", shared(kamelet, definition)), new Templated("source-" + name, "kamelet-source", events));
    }

    private ObjectNode tool(OfferedKamelet kamelet) {
        ObjectNode definition = mapper.createObjectNode().put("title", kamelet.title()).put("description", kamelet.description());
        definition.set("inputSchema", kamelet.schema());
        if (!kamelet.settings().hints().isEmpty()) {
            definition.set("annotations", mapper.valueToTree(kamelet.settings().hints()));
        }
        return definition;
    }

    private Map<String, String> shared(OfferedKamelet kamelet, ObjectNode definition) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", kamelet.settings().name());
        parameters.put("definition", new TemplateJson(mapper).text(definition));
        parameters.put("tags", String.join(",", kamelet.settings().tags()));
        parameters.put("timeout", kamelet.settings().timeout().toMillis() + "ms");
        return parameters;
    }
}
