package dev.caravan.security;

import dev.caravan.routes.CheckedFiles;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The toolsets in {@code caravan.toolsets.directory}. Edits take effect without a restart. A file that can't be used changes nothing. */
@Component
public class ToolsetFolder implements LiveFiles.Kind<RouteTree.Stamp, Toolset>, CheckedFiles {

    public static final String MISSING = "There is no such toolset. Check its name";

    private static final Logger LOG = LoggerFactory.getLogger(ToolsetFolder.class);
    /** The word {@code mcp} stays free, since the address {@code /mcp/KEY/mcp} ends in it. */
    private static final Pattern NAME = Pattern.compile("(?!mcp$)[A-Za-z0-9][A-Za-z0-9_-]{0,39}");

    private final Path directory;
    private final CamelContext context;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final LiveFiles<RouteTree.Stamp, Toolset> files = new LiveFiles<>(this);

    ToolsetFolder(ToolsetProperties properties, CamelContext context) {
        this.directory = properties.directory();
        this.context = context;
        files.look();
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        LiveFiles.watch(context, "toolsets", directory, List.of(directory.toAbsolutePath().getParent(), directory), files);
    }

    /** Adds a listener that runs after each change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns the toolset; empty if there is none of this name. */
    public Optional<Toolset> find(String name) {
        return Optional.ofNullable(files.named(name));
    }

    /** Returns those of these toolsets that exist, in this order. */
    List<Toolset> existing(Collection<String> names) {
        return names.stream().map(files::named).filter(Objects::nonNull).toList();
    }

    /** Returns the names of the toolsets that exist. */
    public Set<String> names() {
        return files.all().keySet();
    }

    /** Returns {toolset: why its file can't be used}. The toolset may still be as its file was before. */
    public Map<String, String> problems() {
        return files.problems();
    }

    @Override
    public Map<String, String> checked() {
        Map<String, String> checked = new TreeMap<>();
        files.names().forEach(name -> checked.put(directory.resolve(name + ".yaml").toString(), problems().getOrDefault(name, "")));
        return checked;
    }

    /** Returns {toolset: what of its file selects none of these, with file and line}, without toolsets that select something by all. */
    public Map<String, List<String>> unmatched(Collection<? extends Usable> all) {
        Map<String, List<String>> unmatched = new TreeMap<>();
        files.all().forEach((name, toolset) -> unmatched.put(name, toolset.unmatched(all)));
        unmatched.values().removeIf(List::isEmpty);
        return unmatched;
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        return SettingsFile.in(directory);
    }

    @Override
    public Toolset read(String name, RouteTree.Stamp stamp) throws IOException, FileProblemException {
        String text = SettingsFile.text(stamp);
        if (!NAME.matcher(name).matches()) {
            throw new FileProblemException(stamp.path(), 0, 0, "the name before .yaml must be 1 to 40 of A-Z a-z 0-9 _ -, and not mcp");
        }
        return Toolset.of(stamp.path().toString(), text);
    }

    @Override
    public void taken(String name, Toolset former, Toolset next) {
        LOG.info("Toolset loaded name={}", name);
    }

    @Override
    public void gone(String name, Toolset last) {
        LOG.info("Toolset removed because its file is gone name={}", name);
    }

    @Override
    public void settled() {
        listeners.forEach(Runnable::run);
    }

    @Override
    public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
        return thrown instanceof FileProblemException ? thrown.getMessage() : stamp.path() + " can't be read: " + thrown;
    }

    /**
     * Settings of {@code caravan.toolsets.*}.
     *
     * @param directory Folder of the toolsets, NAME.yaml.
     */
    @ConfigurationProperties("caravan.toolsets")
    record ToolsetProperties(@DefaultValue("config/toolsets") Path directory) {
    }
}
