package dev.caravan.source;

import dev.caravan.observe.StateGauges;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsText;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;

/**
 * The folder with the files of one kind of sources. Files that change, appear or go take effect without a restart. While a file can't be
 * used, its source stays as before. Each bean of this type adds one kind.
 *
 * @param <S> stamp of the files of one source
 * @param <T> what the files of one source define
 */
public abstract class SourceFolder<S, T> implements LiveFiles.Kind<S, T>, GeneratedRoutes {

    /** Folder of the settings, NAME.yaml. */
    protected final Path directory;
    protected final LiveFiles<S, T> files = new LiveFiles<>(this);
    /** {name of a source: its routes}. */
    protected final Map<String, List<Templated>> routes = new ConcurrentSkipListMap<>();
    private final Traits traits;
    private final CamelContext context;
    private final StateGauges gauges;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    protected SourceFolder(Path directory, Traits traits, MeterRegistry registry, CamelContext context) {
        this.directory = directory;
        this.traits = traits;
        this.context = context;
        Map<String, ToDoubleFunction<String>> states = new TreeMap<>();
        traits.states().forEach(state -> states.put(state, name -> source(name).state().equals(state) ? 1 : 0));
        states.put("refused", name -> files.problems().containsKey(name) ? 1 : 0);
        this.gauges = new StateGauges(registry, traits.tag())
                .with(traits.metric() + ".state", "1 where the source has this state, or its file can't be used", states)
                .with(traits.metric() + ".tools", "Tools of a source that are offered, and definitions that wait for approval",
                        Map.of("offered", name -> source(name).tools().size(), "waiting", name -> source(name).waiting().size()));
    }

    /**
     * What tells the kind from others.
     *
     * @param kind        name in addresses, such as {@code servers}
     * @param metric      beginning of the names of its metrics
     * @param tag         tag of these metrics that has the name of a source
     * @param states      states of a source, besides refused
     * @param names       names that an edit may add
     * @param harmless    top-level settings that decide neither where the gateway sends secrets nor what it runs, in lower case without
     *                    {@code -} and {@code _}
     * @param hasDocument whether a source has a document beside its settings
     */
    public record Traits(String kind, String metric, String tag, Set<String> states, Pattern names, Set<String> harmless,
            boolean hasDocument) {
    }

    @EventListener
    void watch(ApplicationStartedEvent started) {
        LiveFiles.watch(context, kind(), directory, watched(), files);
    }

    /** Returns the folders whose changes may change a source. */
    protected List<Path> watched() {
        return List.of(directory);
    }

    @Override
    public Map<String, List<Templated>> files() {
        Map<String, List<Templated>> generated = new LinkedHashMap<>();
        routes.forEach((name, templated) -> generated.put("config/" + kind() + "/" + name + ".camel.yaml", templated));
        return generated;
    }

    @Override
    public final void onChange(Runnable listener) {
        listeners.add(listener);
    }

    final Traits traits() {
        return traits;
    }

    public final String kind() {
        return traits.kind();
    }

    /** Returns {name: why its files can't be used}. The source may still be as its files were before. */
    public final Map<String, String> refused() {
        return files.problems();
    }

    /** Reads the edits since the last look. */
    public final void look() {
        files.look();
    }

    /** Returns the sources that the gateway has or refuses, ordered by name. */
    public final List<ToolSource> all() {
        return files.names().stream().map(this::source).toList();
    }

    /** Returns a source that the gateway has or refuses. */
    protected abstract ToolSource source(String name);

    @Override
    public final void settled() {
        gauges.keep(files.names());
        listeners.forEach(Runnable::run);
    }

    /** Returns the file of the settings of a source, which may not exist. */
    protected final Path file(String name) {
        return directory.resolve(name + ".yaml");
    }

    /** Returns the file that defines a source, for people. */
    protected Path shown(String name) {
        return file(name);
    }

    @Override
    public String problem(String name, S stamp, Throwable thrown) {
        return thrown instanceof FileProblemException ? thrown.getMessage() : shown(name) + " can't be read: " + thrown;
    }

    /** Reads a source from its file. Returns null if there is no such file. */
    protected Text read(String name) throws IOException {
        Path file = file(name);
        return Files.exists(file) ? new Text(file.toString(), RouteTree.text(file), null, RouteTree.of(file).files().toString()) : null;
    }

    /** Returns the edit that replaces the file of a source, adds it or deletes it. */
    protected final Edit replaced(String name, Text former, Text next, String permitted) {
        return new Edit(List.of(new Edit.FileChange(file(name), former == null ? null : former.settings(),
                next == null ? null : next.settings())), permitted);
    }

    /**
     * Checks an edit as the gateway would when it takes it up. Changes nothing.
     *
     * @param former what {@link #read} returned; null for a new source
     * @param next   null to remove the source
     * @throws FileProblemException with line and reason, if the gateway would refuse it
     */
    protected abstract Edit check(String name, Text former, Text next) throws IOException, FileProblemException;

    /**
     * Whether a value may be a secret.
     *
     * @param path     keys of the value, such as {@code headers.Authorization}
     * @param settings the whole settings
     */
    protected abstract boolean isSecret(String path, SettingsText settings);

    /**
     * A checked edit.
     *
     * @param files     changes in the order in which they are made
     * @param permitted entry of {@code caravan.sources.editable} that the edit needs
     */
    public record Edit(List<FileChange> files, String permitted) {

        /**
         * The change of one file.
         *
         * @param before present text; null if the file does not exist
         * @param after  next text; null to delete the file
         */
        public record FileChange(Path file, String before, String after) {
        }
    }

    /**
     * A source as its file has it.
     *
     * @param file     file of the settings, for people
     * @param settings settings as YAML; empty if it has none
     * @param document OpenAPI document of an API; null for other kinds, and if an edit keeps the document
     * @param stamp    changes whenever a file of the source changes
     */
    public record Text(String file, String settings, String document, String stamp) {

        /** Returns the text of a file; null if it does not exist. */
        public static String ofFile(Path file) throws IOException {
            try {
                return RouteTree.text(file, Integer.MAX_VALUE - 8);
            } catch (NoSuchFileException e) {
                return null;
            }
        }
    }
}
