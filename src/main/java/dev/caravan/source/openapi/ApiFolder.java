package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.TokenExchanges;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.SourceFolder;
import dev.caravan.source.SourceFolder.Edit.FileChange;
import dev.caravan.source.TemplateJson;
import dev.caravan.source.ToolSource;
import dev.caravan.source.oauth.OAuthSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;

/**
 * Reads the APIs in {@code caravan.apis.directory}, and makes the routes of their operations. Files that change, appear or go take effect
 * without a restart. While a file can't be used, its API is offered as before.
 */
@Component
class ApiFolder extends SourceFolder<ApiFolder.Stamp, OfferedApi> {

    private static final Logger LOG = LoggerFactory.getLogger(ApiFolder.class);
    private static final long ANSWER_AFTER_MILLIS = 500;
    private static final String USED = "apiOfTheRequest";
    private static final Pattern DOCUMENT = Pattern.compile("(.+)\\.openapi\\.(?:ya?ml|json)");
    private static final List<String> DOCUMENTS = List.of(".openapi.json", ".openapi.yaml", ".openapi.yml");
    private static final Traits TRAITS = new Traits("apis", "caravan.api", "api", Set.of("active"),
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}"),
            Set.of("expose", "tags", "timeout"), true);

    /** @param settings null without such a file */
    record Stamp(RouteTree.Stamp document, RouteTree.Stamp settings) {
    }

    private final long maxDocument;
    private final ApiReader reader;
    private final TokenExchanges exchanges;
    private final TemplateJson json;
    private final ApiRevisions revisions = new ApiRevisions();

    ApiFolder(ApiProperties properties, ConfigurableEnvironment environment, TokenExchanges exchanges, MeterRegistry registry,
            ObjectMapper mapper, CamelContext context) {
        super(properties.directory(), TRAITS, registry, context);
        this.maxDocument = properties.maxDocument().toBytes();
        this.reader = new ApiReader(new SettingsFile<>(environment, ApiSettings.class), maxDocument);
        this.exchanges = exchanges;
        this.json = new TemplateJson(mapper);
    }

    /** Returns an API that is offered now; null if there is none of this name. */
    OfferedApi named(String name) {
        return files.named(name);
    }

    /**
     * Returns the API as the exchange's last request had it. Without a request to this API: as it is offered now; null if there is none.
     */
    OfferedApi of(Exchange exchange, String name) {
        OfferedApi used = exchange.getProperty(USED, OfferedApi.class);
        return used == null || !used.name().equals(name) ? named(name) : used;
    }

    /**
     * Returns the API for a request of the exchange.
     *
     * @param revision with which the route was made. Without one, as in an operator's own route: the API as it is offered now
     * @return null if there is none
     */
    OfferedApi use(Exchange exchange, String name, String revision) {
        OfferedApi kept = revisions.get(revision);
        OfferedApi api = kept == null ? named(name) : kept;
        exchange.setProperty(USED, api);
        return api;
    }

    @Override
    public Map<String, Stamp> stamps() {
        Map<String, RouteTree.Stamp> files = RouteTree.of(directory).files();
        Map<String, Stamp> stamps = new TreeMap<>();
        files.values().stream().filter(file -> directory.equals(file.path().getParent())).forEach(file -> {
            Matcher document = DOCUMENT.matcher(file.path().getFileName().toString());
            if (document.matches()) {
                stamps.putIfAbsent(document.group(1),
                        new Stamp(file, files.get(file(document.group(1)).toString().replace('\\', '/'))));
            }
        });
        return stamps;
    }

    @Override
    public OfferedApi read(String name, Stamp stamp) throws IOException, FileProblemException {
        Path document = stamp.document().path();
        if (!TRAITS.names().matcher(name).matches()) {
            throw new FileProblemException(document, 0, 0, "the name before .openapi must be 1 to 40 of A-Z a-z 0-9 _ -");
        }
        return reader.read(name, document, file(name));
    }

    @Override
    public void taken(String name, OfferedApi former, OfferedApi api) {
        Map<String, String> operations = revisions.add(former, api);
        List<Templated> made = api.tools().isEmpty() ? List.of() : routes(api, operations);
        tell(api);
        keepTokens();
        if (made.isEmpty()) {
            routes.remove(name);
        } else {
            routes.put(name, made);
        }
    }

    @Override
    public void gone(String name, OfferedApi last) {
        routes.remove(name);
        revisions.remove(name);
        keepTokens();
        if (last != null) {
            LOG.info("API withdrawn because its files are gone name={}", name);
        }
    }

    /** Lets calls keep their callers' tokens while an API gets exchanged ones. */
    private void keepTokens() {
        exchanges.setNeeded("apis",
                Stream.concat(revisions.all().stream(), files.names().stream().map(this::named).filter(Objects::nonNull))
                .map(api -> api.settings().oauth())
                .anyMatch(oauth -> oauth != null && oauth.grant() == OAuthSettings.Grant.TOKEN_EXCHANGE));
    }

    private static void tell(OfferedApi api) {
        LOG.info("API offered name={} operations={} server={}", api.name(), api.tools().size(), api.server());
        if (api.left() > 0 || !api.refused().isEmpty()) {
            LOG.warn("API operations not offered, health has the first reasons name={} refused={} beyondMaxTools={} first={}", api.name(),
                    api.refused().size(), api.left(), api.refused().values().stream().findFirst().orElse(null));
        }
    }

    /** Returns the document of an API as a file in the folder; null if there is none. */
    private Path document(String name) {
        return DOCUMENTS.stream().map(ending -> directory.resolve(name + ending)).filter(Files::exists).findFirst().orElse(null);
    }

    private List<Templated> routes(OfferedApi api, Map<String, String> operations) {
        List<Templated> templated = new ArrayList<>();
        long millis = api.settings().timeout().toMillis();
        templated.add(new Templated("api-" + api.name(), "api-requests",
                Map.of(ApiRevisions.API, api.name(), "server", api.server(), "timeout", String.valueOf(millis))));
        api.tools().forEach((operation, tool) -> templated.add(new Templated(tool.tool().name(), "api-operation",
                Map.of("name", tool.tool().name(), ApiRevisions.API, api.name(), "operation", operation, ApiRevisions.PARAMETER,
                        operations.get(operation), "definition", json.text(tool.tool().definition()), "tags",
                        String.join(",", api.settings().tags()), "timeout", millis + ANSWER_AFTER_MILLIS + "ms"))));
        return List.copyOf(templated);
    }

    @Override
    protected ToolSource source(String name) {
        OfferedApi api = named(name);
        String problem = files.problems().get(name);
        return new ToolSource(kind(), name, api == null ? "refused" : "active", api == null ? null : api.server(),
                api == null ? List.of() : api.toolNames(), null, problem,
                api == null ? Map.of() : api.firstRefused(), List.of(), shown(name).toString(), null);
    }

    @Override
    protected Path shown(String name) {
        Path document = document(name);
        return Files.exists(file(name)) || document == null ? file(name) : document;
    }

    @Override
    protected Text read(String name) throws IOException {
        Path document = document(name);
        if (document == null) {
            return null;
        }
        Path settings = file(name);
        String stamp = RouteTree.of(document).files() + " " + RouteTree.of(settings).files();
        return new Text(shown(name).toString(), Files.exists(settings) ? RouteTree.text(settings) : "",
                RouteTree.text(document, (int) maxDocument), stamp);
    }

    @Override
    protected Edit check(String name, Text former, Text next) throws IOException, FileProblemException {
        Path present = document(name);
        Path settings = file(name);
        String formerSettings = former == null || !Files.exists(settings) ? null : former.settings();
        List<FileChange> changes = new ArrayList<>();
        if (next == null) {
            // first, so that no document is left without its credentials
            changes.add(new FileChange(present, former.document(), null));
            if (formerSettings != null) {
                changes.add(new FileChange(settings, formerSettings, null));
            }
            return new Edit(changes, kind());
        }
        String document = next.document() == null && former != null ? former.document() : next.document();
        if (document == null) {
            throw new FileProblemException("document: required; the OpenAPI document as a text, in YAML or JSON");
        }
        // a file that is there keeps its name, since YAML reads JSON too
        Path path = present != null ? present : directory.resolve(name + ".openapi.yaml");
        check(name, path.toString().endsWith(".json"), document, next.settings());
        String nextSettings = next.settings().isBlank() ? null : next.settings();
        if (nextSettings != null || formerSettings != null) {
            changes.add(new FileChange(settings, formerSettings, nextSettings));
        }
        changes.add(new FileChange(path, former == null ? null : former.document(), document));
        return new Edit(changes, kind());
    }

    private void check(String name, boolean isJson, String document, String settings) throws IOException, FileProblemException {
        OfferedApi next = reader.read(name, "document", isJson, new ByteArrayResource(document.getBytes(StandardCharsets.UTF_8)),
                "settings", settings);
        OAuthSettings oauth = next.settings().oauth();
        OfferedApi now = named(name);
        String reason = oauth == null ? null
                : oauth.byHandOnly(next.server(), now == null ? null : now.settings().oauth(), now == null ? null : now.server());
        if (reason != null) {
            throw new FileProblemException("settings", 0, 0, reason);
        }
    }

    @Override
    protected boolean isSecret(String path, SettingsText settings) {
        return path.startsWith("credentials.") || path.startsWith("headers.") || SettingsText.soundsSecret(path);
    }
}
