package dev.caravan.source.mcp;

import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteProblem;
import dev.caravan.routes.RouteTree;
import dev.caravan.source.SettingsText;
import dev.caravan.source.SourceKind;
import dev.caravan.source.SourceProblemException;
import dev.caravan.source.YamlNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginProvider;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.context.event.EventListener;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;

/**
 * Reloads {@code config/upstream.yaml} when it changes. Servers with unchanged settings keep their connections. A file with an error is
 * refused with its line, and all servers stay unchanged.
 */
@Component
class UpstreamFile implements LiveFiles.Kind<List<RouteTree.Stamp>, UpstreamProperties> {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamFile.class);
    private static final Set<String> KNOWN = Arrays.stream(UpstreamProperties.Server.class.getRecordComponents())
            .map(component -> SettingsText.uniform(component.getName())).collect(Collectors.toSet());

    private final Path file;
    private final ConfigurableEnvironment environment;
    private final UpstreamServers servers;
    private final CamelContext context;
    private final LiveFiles<List<RouteTree.Stamp>, UpstreamProperties> files = new LiveFiles<>(this);

    UpstreamFile(UpstreamProperties properties, ConfigurableEnvironment environment, UpstreamServers servers, CamelContext context) {
        this.file = properties.file();
        this.environment = environment;
        this.servers = servers;
        this.context = context;
        files.look(); // the settings read at start lack empty mappings
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        LiveFiles.watch(context, "upstream-file", file, List.of(file.toAbsolutePath().getParent()), files);
    }

    /** Returns why the current file is not active; null if it is active. */
    String problem() {
        return files.problems().get(file.toString());
    }

    /** Returns the stamp of the file, or none. A file that is gone is an edit too, as long as its settings are in effect. */
    @Override
    public Map<String, List<RouteTree.Stamp>> stamps() {
        List<RouteTree.Stamp> stamp = stamp();
        return stamp.isEmpty() && files.names().isEmpty() ? Map.of() : Map.of(file.toString(), stamp);
    }

    private List<RouteTree.Stamp> stamp() {
        return List.copyOf(RouteTree.of(file).files().values());
    }

    @Override
    public UpstreamProperties read(String name, List<RouteTree.Stamp> stamp) throws IOException, SourceProblemException {
        return bound(text());
    }

    @Override
    public void taken(String name, UpstreamProperties former, UpstreamProperties next) {
        List<String> changed = servers.apply(next);
        if (!changed.isEmpty()) {
            LOG.info("Upstream servers changed file={} servers={}", file, String.join(",", changed));
        }
    }

    @Override
    public String problem(String name, List<RouteTree.Stamp> stamp, Throwable thrown) {
        return reason(thrown).toString();
    }

    Path path() {
        return file;
    }

    /** Returns the text of the file; null if it does not exist. */
    String text() throws IOException {
        return SourceKind.Text.ofFile(file);
    }

    /** Returns what tells two states of the file apart. */
    String version() {
        return stamp().toString();
    }

    /**
     * Checks another text of the file as an edit would be checked.
     *
     * @param first line, from 1, from which the message counts its lines
     * @throws SourceProblemException with line and reason, if it would be refused
     */
    UpstreamProperties checked(String text, int first) throws SourceProblemException {
        try {
            return bound(text);
        } catch (Exception e) {
            RouteProblem found = reason(e);
            throw SourceProblemException.at(found.line() < first ? 0 : found.line() - first + 1, 0, found.message());
        }
    }

    /**
     * Returns the settings of a server that the text has, without those from elsewhere, such as environment variables; null if they are
     * none or not enough.
     */
    UpstreamProperties.Server own(String text, String name) throws IOException, SourceProblemException {
        Text read = read(text);
        try {
            return new Binder(ConfigurationPropertySources.from(read.own()), new PropertySourcesPlaceholdersResolver(read.all()))
                    .bind(server(name), Bindable.of(UpstreamProperties.Server.class)).orElse(null);
        } catch (BindException e) {
            return null;
        }
    }

    /** Whether a server runs a command, also if its other settings can't be used. */
    boolean runs(String text, String name) throws IOException, SourceProblemException {
        return !read(text).binder().bind(server(name).append("command"), Bindable.of(String.class)).orElse("").isBlank();
    }

    private static ConfigurationPropertyName server(String name) {
        return ConfigurationPropertyName.adapt("caravan.upstream.servers." + name, '.');
    }

    /**
     * A text of the file beside all other settings.
     *
     * @param own settings of the text
     * @param all all settings in their order
     */
    private record Text(List<PropertySource<?>> own, MutablePropertySources all) {

        Binder binder() {
            return new Binder(ConfigurationPropertySources.from(all), new PropertySourcesPlaceholdersResolver(all));
        }
    }

    /** Returns the settings that a start with this text in the file would have. */
    private UpstreamProperties bound(String text) throws IOException, SourceProblemException {
        Text read = read(text);
        refuseAtRoot(read);
        return read.binder().bindOrCreate("caravan.upstream", Bindable.of(UpstreamProperties.class),
                new NoUnboundElementsBindHandler(BindHandler.DEFAULT, source -> read.own().contains(source.getUnderlyingSource())));
    }

    /** Spring would ignore servers at the root of the file. */
    private static void refuseAtRoot(Text read) {
        for (PropertySource<?> source : read.own()) {
            if (source instanceof OriginTrackedMapPropertySource file) {
                for (String name : file.getPropertyNames()) {
                    if (name.matches("(servers|upstream)\\b.*")) {
                        throw new MisplacedException(file.getOrigin(name));
                    }
                }
            }
        }
    }

    private static final class MisplacedException extends RuntimeException {

        private final transient Origin origin;

        MisplacedException(Origin origin) {
            super("Servers must be below caravan: upstream: servers:, each key on a line of its own and indented");
            this.origin = origin;
        }
    }

    private Text read(String text) throws IOException, SourceProblemException {
        MutablePropertySources sources = new MutablePropertySources();
        boolean placed = false;
        List<PropertySource<?>> anew = new ArrayList<>();
        if (text != null) {
            anew.addAll(new YamlPropertySourceLoader().load(file.toString(),
                    new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), file.toString())));
            anew.add(new MapPropertySource("empty mappings of " + file, emptyMappings(text)));
        }
        for (PropertySource<?> source : environment.getPropertySources()) {
            boolean former = source.getName().contains("'file [" + file + "]'");
            if (!placed && (former || source.getName().startsWith("Config resource"))) {
                anew.forEach(sources::addLast);
                placed = true;
            }
            if (!former && !ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
                sources.addLast(source);
            }
        }
        if (!placed) {
            anew.forEach(sources::addLast);
        }
        return new Text(anew, sources);
    }

    /** Returns the place and the reason in one line. */
    private RouteProblem reason(Throwable thrown) {
        Origin origin = null;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException bind && bind.getProperty() != null) {
                origin = bind.getProperty().getOrigin();
            } else if (cause instanceof MisplacedException misplaced) {
                origin = misplaced.origin;
            }
        }
        while (origin instanceof OriginProvider provider && provider.getOrigin() != null) {
            origin = provider.getOrigin();
        }
        Throwable root = NestedExceptionUtils.getMostSpecificCause(thrown);
        TextResourceOrigin.Location place = origin instanceof TextResourceOrigin text ? text.getLocation() : null;
        String message = root.getMessage() == null ? root.getClass().getSimpleName()
                : String.join(" ", root.getMessage().lines().map(String::strip).toList());
        return new RouteProblem(file.toString(), place == null ? 0 : place.getLine() + 1, place == null ? 0 : place.getColumn() + 1,
                message);
    }

    /**
     * Returns the settings, by their full names, that replace the empty mappings, which Spring's reader leaves out. {@code expose: {}}
     * offers all tools. An empty mapping under an unknown key is an error; under any other known key, it has no effect.
     */
    private static Map<String, Object> emptyMappings(String yaml) throws SourceProblemException {
        Map<String, Object> settings = new LinkedHashMap<>();
        YamlNode at = YamlNode.parse("file", yaml);
        for (String key : List.of("caravan", "upstream", "servers")) {
            at = members(at).get(key);
        }
        for (Map.Entry<String, YamlNode> server : members(at).entrySet()) {
            for (Map.Entry<String, YamlNode> setting : members(server.getValue()).entrySet()) {
                String key = SettingsText.uniform(setting.getKey());
                String name = "caravan.upstream.servers[" + server.getKey() + "]." + setting.getKey();
                if (setting.getValue().isMapping() && setting.getValue().members().isEmpty()) {
                    if (key.equals("expose")) {
                        settings.put(name + ".prefix", "");
                    } else if (!KNOWN.contains(key)) {
                        settings.put(name, "");
                    }
                }
            }
        }
        return settings;
    }

    private static Map<String, YamlNode> members(YamlNode node) throws SourceProblemException {
        return node != null && node.isMapping() ? node.members() : Map.of();
    }
}
