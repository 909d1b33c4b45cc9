package dev.caravan.recall.local;

import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one kind in a folder, and what they define, by id. Only one file may define an id.
 *
 * @param <T> what one file defines
 */
final class LocalFolder<T> implements LiveFiles.Kind<RouteTree.Stamp, T> {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFolder.class);

    /** Reads a file. The message of its exception names the file, the line and the reason. */
    @FunctionalInterface
    interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private final String kind;
    private final Path folder;
    private final String ending;
    private final Reader<T> reader;
    private final BiFunction<String, T, String> id;
    private final LiveFiles<RouteTree.Stamp, T> files;
    private volatile Map<String, T> all = Map.of();

    /**
     * @param kind   name for the log, such as toolbox
     * @param ending end of the files' names
     * @param id     makes the id from the file's name without its ending, and from the content
     */
    LocalFolder(String kind, Path folder, String ending, Reader<T> reader, BiFunction<String, T, String> id) {
        this.kind = kind;
        this.folder = folder;
        this.ending = ending;
        this.reader = reader;
        this.id = id;
        this.files = new LiveFiles<>(this);
    }

    /** Returns what the usable files define, by id. */
    Map<String, T> all() {
        return all;
    }

    LiveFiles<RouteTree.Stamp, T> files() {
        return files;
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        return RouteTree.in(folder).stream().filter(file -> file.path().toString().endsWith(ending)).collect(Collectors.toMap(file -> file.path().getFileName().toString(), Function.identity()));
    }

    @Override
    public T read(String name, RouteTree.Stamp stamp) throws IOException {
        T content = reader.read(stamp.path());
        String wanted = id(name, content);
        files.all().forEach((other, has) -> {
            if (!other.equals(name) && id(other, has).equals(wanted)) {
                throw new IllegalStateException(stamp.path() + ": " + kind + " " + wanted + " is already defined in " + folder.resolve(other));
            }
        });
        return content;
    }

    @Override
    public void taken(String name, T former, T next) {
        LOG.info("Local recall loaded kind=\"{}\" file={} id={}", kind, folder.resolve(name), id(name, next));
    }

    @Override
    public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
        return thrown instanceof IllegalStateException ? thrown.getMessage() : stamp.path() + " can't be read: " + thrown;
    }

    @Override
    public void gone(String name, T last) {
        LOG.info("Local recall removed kind=\"{}\" file={}", kind, folder.resolve(name));
    }

    @Override
    public void settled() {
        Map<String, T> byId = new TreeMap<>();
        files.all().forEach((name, content) -> byId.put(id(name, content), content));
        all = Collections.unmodifiableMap(byId);
    }

    /** The reason may have been an id of another file. */
    @Override
    public boolean readsRefusedAgain() {
        return true;
    }

    private String id(String name, T content) {
        return id.apply(name.substring(0, name.length() - ending.length()), content);
    }
}
