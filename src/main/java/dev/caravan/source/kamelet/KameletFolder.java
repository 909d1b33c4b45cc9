package dev.caravan.source.kamelet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.RoutesProperties;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.ForeignText;
import dev.caravan.source.SourceFolder;
import dev.caravan.source.TemplateJson;
import dev.caravan.source.ToolSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Reads {@code config/kamelets}, and makes the routes of each file. It looks for changes when the routes directory is read. If a file can't
 * be used, its last good version stays active.
 */
@Component
class KameletFolder extends SourceFolder<KameletFolder.Stamp, OfferedKamelet> {

    private static final Logger LOG = LoggerFactory.getLogger(KameletFolder.class);
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*)(?::([^}]*))?}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Traits TRAITS = new Traits("kamelets", "caravan.kamelet", "kamelet",
            Set.of("active", "failed"), Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}"),
            Set.of("title", "description", "tags", "timeout", "keep", "readonlyhint", "destructivehint", "idempotenthint", "openworldhint"),
            false);
    private static final Pattern ADDRESS_WITH_SECRET = Pattern.compile(".*//[^/]*@.*", Pattern.DOTALL);
    private static final String PROPERTIES = "properties.";

    /** @param definitions Kamelets of the operator, one of which the file may name */
    record Stamp(RouteTree.Stamp file, Map<String, RouteTree.Stamp> definitions) {
    }

    private final Path own;
    private final Kamelets kamelets;
    private final KameletCatalogue catalogue;
    private final SettingsFile<KameletSettings> reader = new SettingsFile<>(null, KameletSettings.class);
    private final ObjectMapper mapper;
    private final Environment environment;

    KameletFolder(KameletProperties properties, RoutesProperties routes, Kamelets kamelets, MeterRegistry registry, CamelContext context,
            ObjectMapper mapper, Environment environment) {
        super(properties.directory(), TRAITS, registry, context);
        this.own = routes.directory().resolve("kamelets");
        this.kamelets = kamelets;
        this.catalogue = new KameletCatalogue(own, context);
        this.mapper = mapper;
        this.environment = environment;
    }

    @Override
    public Map<String, List<Templated>> files() {
        files.look();
        return super.files();
    }

    @Override
    protected List<Path> watched() {
        return List.of(directory, own);
    }

    @Override
    public Map<String, Stamp> stamps() {
        Map<String, RouteTree.Stamp> present = SettingsFile.in(directory);
        Map<String, RouteTree.Stamp> definitions = present.isEmpty() ? Map.of() : RouteTree.of(own).files();
        Map<String, Stamp> stamps = new TreeMap<>();
        present.forEach((name, file) -> stamps.put(name, new Stamp(file, definitions)));
        return stamps;
    }

    @Override
    public OfferedKamelet read(String name, Stamp stamp) throws IOException, FileProblemException {
        return checked(stamp.file().path().toString(), name, SettingsFile.text(stamp.file()));
    }

    /** Returns the Kamelet of this name; null if there is none that can be used. */
    private KameletDefinition definition(String kamelet) {
        try {
            return kamelet == null ? null : catalogue.find(kamelet);
        } catch (FileProblemException | OfferedKamelet.MisfitException e) {
            return null;
        }
    }

    /**
     * Reads the text of a file, and changes nothing.
     *
     * @throws FileProblemException with the line, if the gateway would refuse it
     */
    private OfferedKamelet checked(String file, String name, String text) throws FileProblemException {
        if (!NAME.matcher(name).matches()) {
            throw new FileProblemException(file, 0, 0, "the file's name is the tool's name: 1 to 64 of A-Z a-z 0-9 _ . -");
        }
        KameletSettings settings = reader.read(file, text);
        try {
            return OfferedKamelet.of(name, settings, catalogue.find(settings.kamelet()), values(SettingsText.parse(file, text)), mapper);
        } catch (OfferedKamelet.MisfitException e) {
            throw SettingsFile.problem(file, text, e.path(), e.getMessage());
        }
    }

    /**
     * Returns the values of the properties. {@code ${NAME}} and {@code ${NAME:default}} are replaced by settings and environment variables
     * of these names. Other text stays, since it may be an expression.
     */
    private Map<String, String> values(SettingsText text) throws OfferedKamelet.MisfitException {
        Map<String, String> values = new LinkedHashMap<>();
        for (SettingsText.Value property : text.values()) {
            if (property.path().startsWith(PROPERTIES)) {
                StringBuilder value = new StringBuilder();
                Matcher variable = VARIABLE.matcher(property.text());
                while (variable.find()) {
                    String known = environment.getProperty(variable.group(1), variable.group(2));
                    if (known == null) {
                        throw new OfferedKamelet.MisfitException(property.path(),
                                "the environment variable " + variable.group(1) + " is not set");
                    }
                    variable.appendReplacement(value, Matcher.quoteReplacement(known));
                }
                values.put(property.path().substring(PROPERTIES.length()), variable.appendTail(value).toString());
            }
        }
        return values;
    }

    @Override
    public void taken(String name, OfferedKamelet former, OfferedKamelet next) {
        if (next.equals(former)) {
            return;
        }
        catalogue.forget(next.definition().name()); // its file may have changed
        long revision = kamelets.put(next);
        routes.put(name, next.isSource() ? source(next, revision) : List.of(new Templated(name, "kamelet-tool", shared(next, tool(next)))));
        LOG.info("Kamelet offered file={} kamelet={} as=\"{}\"", file(name), next.definition().name(),
                next.isSource() ? "resource " + next.uri() : "tool " + name);
    }

    @Override
    public void gone(String name, OfferedKamelet last) {
        if (last != null) {
            kamelets.remove(name);
            routes.remove(name);
            LOG.info("Kamelet withdrawn because its file is gone file={}", directory.resolve(name + ".yaml"));
        }
    }

    private List<Templated> source(OfferedKamelet kamelet, long revision) {
        String name = kamelet.name();
        ObjectNode definition = mapper.createObjectNode().put("uri", kamelet.uri()).put("name", name).put("title", kamelet.title())
                .put("description", kamelet.description()).put("mimeType", KameletEvents.TYPE);
        return List.of(new Templated("resource-" + name, "kamelet-resource", shared(kamelet, definition)),
                new Templated("source-" + name, "kamelet-source",
                        Map.of("name", name, "uri", kamelet.uri(), "revision", String.valueOf(revision))));
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
        return Map.of("name", kamelet.name(), "definition", new TemplateJson(mapper).text(ForeignText.definition(definition)),
                "tags", String.join(",", kamelet.settings().tags()), "timeout", kamelet.settings().timeout().toMillis() + "ms");
    }

    @Override
    protected ToolSource source(String name) {
        OfferedKamelet kamelet = kamelets.all().get(name);
        String failure = kamelets.failures().get(name);
        boolean source = kamelet != null && kamelet.isSource();
        return new ToolSource(kind(), name, kamelet == null ? "refused" : failure != null ? "failed" : "active", null,
                kamelet == null || source ? List.of() : List.of(name), source ? kamelet.uri() : null,
                files.problems().getOrDefault(name, failure), Map.of(), List.of(), file(name).toString(), null);
    }

    @Override
    protected Edit check(String name, Text former, Text next) throws FileProblemException {
        if (next != null) {
            checked("settings", name, next.settings());
        }
        return replaced(name, former, next, kind());
    }

    /** A property of a Kamelet that is not known, for example because its file is refused, may be a secret. */
    @Override
    protected boolean isSecret(String path, SettingsText settings) {
        if (!path.startsWith(PROPERTIES)) {
            return SettingsText.soundsSecret(path);
        }
        KameletDefinition definition = definition(settings.at("kamelet"));
        String property = path.substring(PROPERTIES.length());
        return definition == null || !definition.properties().containsKey(property) || definition.isSecret(property)
                || SettingsText.soundsSecret(path)
                || SettingsText.soundsSecret(settings.at(path)) || ADDRESS_WITH_SECRET.matcher(settings.at(path)).matches();
    }

    /**
     * Finds Kamelets by name: first in {@code routes/kamelets}, then in the catalogue on the class path. Only the Kamelets that settings
     * name are read.
     */
    record KameletCatalogue(Path folder, CamelContext context) {

        private static final String CAMEL = "org.apache.camel:camel-";

        /**
         * Reads a Kamelet.
         *
         * @throws FileProblemException if its file is invalid
         * @throws OfferedKamelet.MisfitException        if there is no such Kamelet, or the class path lacks something that it needs
         */
        KameletDefinition find(String name) throws FileProblemException, OfferedKamelet.MisfitException {
            Path own = folder.resolve(name + ".kamelet.yaml");
            try {
                KameletDefinition found;
                if (Files.exists(own)) {
                    found = KameletDefinition.read(own.toString(), name, RouteTree.text(own));
                } else {
                    try (InputStream in = classes().getResourceAsStream("kamelets/" + name + ".kamelet.yaml")) {
                        if (in == null) {
                            throw new OfferedKamelet.MisfitException("kamelet",
                                    "there is no Kamelet " + name + ", neither " + own + " nor in the catalogue");
                        }
                        found = KameletDefinition.read("Kamelet " + name, name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    }
                }
                refuseMissing(found);
                return found;
            } catch (IOException e) {
                throw new OfferedKamelet.MisfitException("kamelet", "the Kamelet " + name + " can't be read: " + e);
            }
        }

        private void refuseMissing(KameletDefinition kamelet) throws OfferedKamelet.MisfitException {
            List<String> needs = kamelet.needs().entrySet().stream().filter(need -> classes().getResource(need.getValue()) == null)
                    .map(Map.Entry::getKey).filter(need -> context.getRegistry().lookupByName(need.split(" ")[1]) == null).toList();
            List<String> jars = kamelet.dependencies().stream().filter(each -> !each.equals("camel:core"))
                    .map(each -> each.replaceFirst("^mvn:", "").replaceFirst("^camel:(.*)", CAMEL + "$1:" + context.getVersion()))
                    .filter(this::isMissing).toList();
            if (!needs.isEmpty() || jars.stream().anyMatch(jar -> jar.startsWith(CAMEL))) {
                throw new OfferedKamelet.MisfitException("kamelet",
                        "the Kamelet " + kamelet.name() + " needs jars that are not on the class path"
                        + (needs.isEmpty() ? "" : " (no " + String.join(", no ", needs) + ")")
                        + ". Put them with their own dependencies into lib/ext and restart: " + String.join(", ", jars));
            }
        }

        /** @param coordinates {@code group:artifact:version} */
        private boolean isMissing(String coordinates) {
            String[] parts = coordinates.split(":");
            return parts.length < 2 || classes().getResource("META-INF/maven/%s/%s/pom.xml".formatted(parts[0], parts[1])) == null;
        }

        private ClassLoader classes() {
            return context.getApplicationContextClassLoader();
        }

        /** Makes Camel read the Kamelet again when it next makes a route of it. */
        void forget(String kamelet) {
            try {
                context.getCamelContextExtension().getContextPlugin(Model.class).removeRouteTemplateDefinitions(kamelet);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
