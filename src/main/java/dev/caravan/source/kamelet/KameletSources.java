package dev.caravan.source.kamelet;

import dev.caravan.observe.Check;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.SourceKind;
import dev.caravan.source.ToolSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** The Kamelets of {@code config/kamelets} as sources of tools. */
@Component
record KameletSources(KameletFolder folder, Kamelets kamelets) implements SourceKind {

    private static final Pattern ADDRESS_WITH_SECRET = Pattern.compile(".*//[^/]*@.*", Pattern.DOTALL);
    private static final String PROPERTIES = "properties.";
    private static final Traits TRAITS = new Traits("kamelets", Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}"),
            Set.of("title", "description", "tags", "timeout", "keep", "readonlyhint", "destructivehint", "idempotenthint", "openworldhint"),
            false);

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void look() {
        folder.offered().look();
    }

    @Override
    public List<ToolSource> all() {
        Map<String, String> problems = folder.offered().problems();
        Map<String, OfferedKamelet> active = kamelets.all();
        Map<String, String> failures = kamelets.failures();
        return folder.offered().names().stream()
                .map(name -> shown(name, active.get(name), problems.getOrDefault(name, failures.get(name)), failures.containsKey(name)))
                .toList();
    }

    private ToolSource shown(String name, OfferedKamelet kamelet, String problem, boolean failed) {
        boolean source = kamelet != null && kamelet.isSource();
        return new ToolSource(kind(), name, kamelet == null ? "refused" : failed ? "failed" : "active", null,
                kamelet == null || source ? List.of() : List.of(name), source ? kamelet.uri() : null, problem,
                Map.of(), List.of(), folder.file(name).toString(), null);
    }

    @Override
    public Path file(String name) {
        return folder.file(name);
    }

    @Override
    public SourceKind.Edit check(String name, SourceKind.Text former, SourceKind.Text next) throws FileProblemException {
        if (next != null) {
            folder.check("settings", name, next.settings());
        }
        return replaced(name, former, next, kind());
    }

    /** A property of a Kamelet that is not known, for example because its file is refused, may be a secret. */
    @Override
    public boolean isSecret(String path, SettingsText settings) {
        if (!path.startsWith(PROPERTIES)) {
            return SettingsText.soundsSecret(path);
        }
        KameletDefinition definition = folder.definition(settings.at("kamelet"));
        String property = path.substring(PROPERTIES.length());
        return definition == null || !definition.properties().containsKey(property) || definition.isSecret(property)
                || SettingsText.soundsSecret(path)
                || SettingsText.soundsSecret(settings.at(path)) || ADDRESS_WITH_SECRET.matcher(settings.at(path)).matches();
    }

    /**
     * Reports UP, or DEGRADED if a file in {@code config/kamelets} can't be used or a Kamelet does not start. Never reports DOWN, because
     * others work.
     */
    @Component("kameletsHealthIndicator")
    record KameletHealth(Kamelets kamelets, KameletFolder folder) implements HealthIndicator {

        @Override
        public Health health() {
            List<String> refused = List.copyOf(folder.offered().problems().values());
            Map<String, String> failures = kamelets.failures();
            Health.Builder health = refused.isEmpty() && failures.isEmpty() ? Health.up() : Health.status(Check.DEGRADED);
            kamelets.all().forEach((name, kamelet) -> health.withDetail(name,
                    failures.containsKey(name) ? kamelet.definition().name() + ": " + failures.get(name) : kamelet.definition().name()));
            if (!refused.isEmpty()) {
                health.withDetail("refused", refused);
            }
            return health.build();
        }
    }
}
