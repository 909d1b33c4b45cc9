package dev.caravan.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.offer.TemplateJson;
import dev.caravan.routes.FileEdits;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

/**
 * Reads the APIs in {@code caravan.apis.directory}, and makes the routes of their operations. Files that change, appear or go take effect without a
 * restart. While a file can't be used, its API is offered as before.
 */
@Component
class ApiFolder implements GeneratedRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(ApiFolder.class);
    private static final long LOOK_MILLIS = 1_000;
    private static final long ANSWER_AFTER_MILLIS = 500;
    private static final int MOST_WARNINGS = 5;
    private static final Pattern DOCUMENT = Pattern.compile("(.+)\\.openapi\\.(?:ya?ml|json)");
    private static final List<String> DOCUMENTS = List.of(".openapi.json", ".openapi.yaml", ".openapi.yml");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}");

    /** @param settings null without such a file */
    private record Stamp(RouteTree.Stamp document, RouteTree.Stamp settings) {
    }

    private final Path directory;
    private final ApiReader reader;
    private final OfferedApis apis;
    private final ApiMetrics metrics;
    private final TemplateJson json;
    private final ScheduledExecutorService looks;
    private final FileEdits<Stamp> edits = new FileEdits<>();
    private final Map<String, List<Templated>> routes = new ConcurrentHashMap<>();

    ApiFolder(ApiProperties properties, ConfigurableEnvironment environment, OfferedApis apis, ApiMetrics metrics, ObjectMapper mapper, CamelContext context) {
        this.directory = properties.directory();
        this.reader = new ApiReader(new ApiSettingsFile(environment), properties.maxDocument().toBytes());
        this.apis = apis;
        this.metrics = metrics;
        this.json = new TemplateJson(mapper);
        this.looks = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "apis");
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        looks.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public Map<String, List<Templated>> files() {
        Map<String, List<Templated>> files = new LinkedHashMap<>();
        routes.forEach((name, templated) -> files.put("config/apis/" + name + ".camel.yaml", templated));
        return files;
    }

    /** Applies edits. At the start, all files count. */
    private void look() {
        try {
            Map<String, Stamp> now = stamps();
            for (String name : edits.in(now)) {
                if (now.containsKey(name)) {
                    read(name, now.get(name).document().path());
                } else {
                    withdraw(name);
                }
            }
        } catch (RuntimeException e) {
            LOG.error("{} could not be read", directory, e);
        }
    }

    private Map<String, Stamp> stamps() {
        Map<String, RouteTree.Stamp> files = RouteTree.of(directory).files();
        Map<String, Stamp> stamps = new TreeMap<>();
        files.values().stream().filter(file -> directory.equals(file.path().getParent())).forEach(file -> {
            Matcher document = DOCUMENT.matcher(file.path().getFileName().toString());
            if (document.matches()) {
                stamps.putIfAbsent(document.group(1), new Stamp(file, files.get(settings(document.group(1)).toString().replace('\\', '/'))));
            }
        });
        return stamps;
    }

    private void read(String name, Path document) {
        try {
            if (!NAME.matcher(name).matches()) {
                throw new ApiProblemException(document, 0, 0, "the name before .openapi must be 1 to 40 of A-Z a-z 0-9 _ -");
            }
            OfferedApi api = reader.read(name, document, settings(name));
            List<Templated> made = api.tools().isEmpty() ? List.of() : routes(api);
            tell(api);
            apis.offer(api);
            if (made.isEmpty()) {
                routes.remove(name);
            } else {
                routes.put(name, made);
            }
        } catch (ApiProblemException | IOException | RuntimeException e) {
            String problem = e instanceof ApiProblemException ? e.getMessage() : document + " can't be read: " + e;
            apis.refuse(name, problem);
            LOG.warn("{}. {}", problem, apis.named(name) == null ? "It offers no tools" : "Its tools stay as they are");
        } catch (OutOfMemoryError e) { // a document that is too large for the heap must not end the gateway
            apis.refuse(name, document + " needs more memory than the heap has");
            LOG.error("{} needs more memory than the heap has. Lower caravan.apis.max-document, or raise the heap", document);
        }
        metrics.show(name);
    }

    private void tell(OfferedApi api) {
        LOG.info("API {}: {} operations of {} are tools", api.name(), api.tools().size(), api.server());
        if (api.left() > 0) {
            LOG.warn("API {}: {} operations are no tools, as expose.max-tools is {}", api.name(), api.left(), api.settings().expose().maxTools());
        }
        Set<String> reasons = new HashSet<>();
        for (String reason : api.refused().values()) {
            if (reasons.size() < MOST_WARNINGS && reasons.add(reason)) {
                LOG.warn("API {}: an operation is no tool: {}", api.name(), reason);
            }
        }
        if (api.refused().size() > reasons.size()) {
            LOG.warn("API {}: {} operations are no tools; health has their reasons", api.name(), api.refused().size());
        }
    }

    /** Returns the folder. */
    Path directory() {
        return directory;
    }

    boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the document of an API as a file in the folder; null if there is none. */
    Path document(String name) {
        return DOCUMENTS.stream().map(ending -> directory.resolve(name + ending)).filter(Files::exists).findFirst().orElse(null);
    }

    /** Returns the path of an API's settings, which may not exist. */
    Path settings(String name) {
        return directory.resolve(name + ".yaml");
    }

    /** Reads an API from copies of its files, and changes nothing. Fails like a file that is read. */
    OfferedApi check(String name, Path document, Path settings) throws IOException, ApiProblemException {
        return reader.read(name, document, settings);
    }

    private void withdraw(String name) {
        routes.remove(name);
        metrics.forget(name);
        if (apis.withdraw(name)) {
            LOG.info("API {}: its operations are no longer tools", name);
        }
    }

    private List<Templated> routes(OfferedApi api) {
        List<Templated> templated = new ArrayList<>();
        String route = "api-" + api.name();
        long millis = api.settings().limit().toMillis();
        Map<String, String> shared = new LinkedHashMap<>();
        shared.put("api", api.name());
        shared.put("server", api.server());
        shared.put("timeout", String.valueOf(millis));
        templated.add(new Templated(route, "api-requests", shared));
        api.tools().forEach((operation, tool) -> {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("name", tool.tool().name());
            parameters.put("api", api.name());
            parameters.put("operation", operation);
            parameters.put("definition", json.text(tool.tool().definition()));
            parameters.put("tags", String.join(",", api.settings().tags()));
            parameters.put("timeout", millis + ANSWER_AFTER_MILLIS + "ms");
            templated.add(new Templated(tool.tool().name(), "api-operation", parameters));
        });
        return List.copyOf(templated);
    }
}
