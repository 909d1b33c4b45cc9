package dev.caravan.source.openapi;

import dev.caravan.observe.Check;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.SourceKind;
import dev.caravan.source.SourceKind.Edit.FileChange;
import dev.caravan.source.ToolSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** The APIs of {@code config/apis} as sources of tools. */
@Component
record ApiSources(ApiFolder folder, ApiProperties properties) implements SourceKind {

    private static final Traits TRAITS = new Traits("apis", ApiFolder.NAME, Set.of("expose", "tags", "timeout"), true);

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void look() {
        folder.apis().look();
    }

    @Override
    public List<ToolSource> all() {
        Map<String, String> problems = folder.apis().problems();
        return folder.apis().names().stream().map(name -> shown(name, folder.named(name), problems.get(name))).toList();
    }

    private ToolSource shown(String name, OfferedApi api, String problem) {
        return new ToolSource(kind(), name, api == null ? "refused" : "active", api == null ? null : api.server(),
                api == null ? List.of() : api.toolNames(), null, problem,
                api == null ? Map.of() : api.firstRefused(), List.of(), file(name).toString(), null);
    }

    @Override
    public Path file(String name) {
        Path document = folder.document(name);
        return Files.exists(folder.settings(name)) || document == null ? folder.settings(name) : document;
    }

    @Override
    public SourceKind.Text read(String name) throws IOException {
        Path document = folder.document(name);
        if (document == null) {
            return null;
        }
        Path settings = folder.settings(name);
        String stamp = RouteTree.of(document).files() + " " + RouteTree.of(settings).files();
        return new SourceKind.Text(file(name).toString(), Files.exists(settings) ? RouteTree.text(settings) : "",
                RouteTree.text(document, (int) properties.maxDocument().toBytes()), stamp);
    }

    @Override
    public SourceKind.Edit check(String name, SourceKind.Text former, SourceKind.Text next) throws IOException, FileProblemException {
        Path present = folder.document(name);
        Path settings = folder.settings(name);
        String formerSettings = former == null || !Files.exists(settings) ? null : former.settings();
        List<FileChange> changes = new ArrayList<>();
        if (next == null) {
            // first, so that no document is left without its credentials
            changes.add(new FileChange(present, former.document(), null));
            if (formerSettings != null) {
                changes.add(new FileChange(settings, formerSettings, null));
            }
            return new SourceKind.Edit(changes, kind());
        }
        String document = next.document() == null && former != null ? former.document() : next.document();
        if (document == null) {
            throw new FileProblemException("document: required; the OpenAPI document as a text, in YAML or JSON");
        }
        Path path = folder.directory().resolve(name + (document.stripLeading().startsWith("{") ? ".openapi.json" : ".openapi.yaml"));
        if (present != null && present.toString().endsWith(".json") == path.toString().endsWith(".json")) {
            path = present;
        }
        check(name, path.toString().endsWith(".json"), document, next.settings());
        String nextSettings = next.settings().isBlank() ? null : next.settings();
        if (nextSettings != null || formerSettings != null) {
            changes.add(new FileChange(settings, formerSettings, nextSettings));
        }
        changes.add(new FileChange(path, path.equals(present) ? former.document() : null, document));
        if (present != null && !path.equals(present)) {
            changes.add(new FileChange(present, former.document(), null));
        }
        return new SourceKind.Edit(changes, kind());
    }

    private void check(String name, boolean isJson, String document, String settings) throws IOException, FileProblemException {
        OfferedApi next;
        try {
            next = folder.check(name, isJson, document, settings);
        } catch (OutOfMemoryError e) { // a document that is too large for the heap must not end the gateway
            throw new FileProblemException("document: needs more memory than the heap has");
        }
        OfferedApi now = folder.named(name);
        String reason = next.oauth() == null ? null
                : next.oauth().byHandOnly(next.server(), now == null ? null : now.oauth(), now == null ? null : now.server());
        if (reason != null) {
            throw new FileProblemException("settings", 0, 0, reason);
        }
    }

    @Override
    public boolean isSecret(String path, SettingsText settings) {
        return path.startsWith("credentials.") || path.startsWith("headers.") || SettingsText.soundsSecret(path);
    }

    /**
     * Reports UP, or DEGRADED if a file in {@code caravan.apis.directory} can't be used. Never reports DOWN, because other tools continue
     * to work.
     */
    @Component("apisHealthIndicator")
    record ApisHealth(ApiFolder folder) implements HealthIndicator {

        @Override
        public Health health() {
            Map<String, String> problems = folder.apis().problems();
            Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(Check.DEGRADED);
            folder.apis().all().forEach((name, api) -> health.withDetail(name, details(api)));
            if (!problems.isEmpty()) {
                health.withDetail("refused", problems);
            }
            return health.build();
        }

        private static Map<String, Object> details(OfferedApi api) {
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("server", api.server());
            details.put("tools", api.tools().size());
            if (api.left() > 0) {
                details.put("beyondMaxTools", api.left());
            }
            if (!api.refused().isEmpty()) {
                details.put("refusedOperations", api.refused().size());
                details.put("reasons", api.firstRefused());
            }
            return details;
        }
    }
}
