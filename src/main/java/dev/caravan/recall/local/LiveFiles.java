package dev.caravan.recall.local;

import dev.caravan.routes.FileEdits;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one kind in a folder, and what they define. Edits take effect without a restart. While a file can't be used, what it defined before stays.
 *
 * @param <T> what one file defines
 */
final class LiveFiles<T> {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFiles.class);

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
    private final FileEdits<RouteTree.Stamp> edits = new FileEdits<>();
    private final Map<String, T> good = new TreeMap<>();
    private final Map<String, Path> refused = new TreeMap<>();
    private volatile Map<String, T> all = Map.of();
    private volatile Map<String, String> problems = Map.of();

    /**
     * @param kind   name for the log, such as toolbox
     * @param ending end of the files' names
     * @param id     makes the id from the file's name without its ending, and from the content
     */
    LiveFiles(String kind, Path folder, String ending, Reader<T> reader, BiFunction<String, T, String> id) {
        this.kind = kind;
        this.folder = folder;
        this.ending = ending;
        this.reader = reader;
        this.id = id;
    }

    /** Returns what the usable files define, by id. */
    Map<String, T> all() {
        return all;
    }

    /** Returns {file name: why the file as it is now can't be used}. */
    Map<String, String> problems() {
        return problems;
    }

    /** Reads the files that were edited since the last look. If one was, also reads the refused files again: the reason may have been another file. */
    synchronized void look() {
        Map<String, RouteTree.Stamp> now = new TreeMap<>();
        RouteTree.of(folder).files().values().stream().filter(file -> folder.equals(file.path().getParent()) && file.path().toString().endsWith(ending))
                .forEach(file -> now.put(file.path().getFileName().toString(), file));
        List<String> edited = edits.in(now);
        if (edited.isEmpty()) {
            return;
        }
        Map<String, Path> toRead = new TreeMap<>();
        for (String name : edited) {
            if (now.containsKey(name)) {
                toRead.put(name, now.get(name).path());
            } else {
                refused.remove(name);
                good.remove(name);
                LOG.info("{} removed file={}", kind, folder.resolve(name));
            }
        }
        toRead.putAll(refused);
        Map<String, String> reasons = new TreeMap<>();
        toRead.forEach((name, file) -> read(name, file, reasons));
        publish(reasons);
    }

    private void read(String name, Path file, Map<String, String> reasons) {
        try {
            T content = reader.read(file);
            String wanted = id(name, content);
            good.forEach((other, has) -> {
                if (!other.equals(name) && id(other, has).equals(wanted)) {
                    throw new IllegalStateException(file + ": " + kind + " " + wanted + " is already defined in " + folder.resolve(other));
                }
            });
            good.put(name, content);
            refused.remove(name);
            LOG.info("{} loaded file={} id={}", kind, file, wanted);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            String reason = e instanceof IllegalStateException ? e.getMessage() : file + " can't be read: " + e;
            refused.put(name, file);
            reasons.put(name, reason);
            if (!reason.equals(problems.get(name))) {
                LOG.warn("{} refused: {}. {}", kind, reason, good.containsKey(name) ? "Its last good version stays active" : "It defines nothing");
            }
        }
    }

    private String id(String name, T content) {
        return id.apply(name.substring(0, name.length() - ending.length()), content);
    }

    private void publish(Map<String, String> reasons) {
        problems = Collections.unmodifiableMap(reasons);
        Map<String, T> byId = new TreeMap<>();
        good.forEach((name, content) -> byId.put(id(name, content), content));
        all = Collections.unmodifiableMap(byId);
    }
}
