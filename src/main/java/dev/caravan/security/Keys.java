package dev.caravan.security;

import dev.caravan.routes.CheckedFiles;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.LiveFiles;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The hashes of the API keys of mode api-key, and who owns them: those of {@code caravan.security.keys}, and those in
 * {@code caravan.security.keys-file}. Edits of the file take effect without a restart. A file that can't be used changes nothing.
 */
@Component
public class Keys implements LiveFiles.Kind<RouteTree.Stamp, List<Keys.Known>>, CheckedFiles {

    /** A key that exists, and its owner. */
    record Known(byte[] sha256, Caller owner) {

        static Known of(String name, String sha256, Set<String> scopes, Set<String> tags, Set<String> toolsets, Instant expires) {
            return new Known(HexFormat.of().parseHex(sha256), new Caller(name, scopes, tags, toolsets, expires, name, true));
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);
    private static final String FILE = "keys";

    private final boolean used;
    private final List<Known> ofSettings;
    private final Path file;
    private final CamelContext context;
    private final LiveFiles<RouteTree.Stamp, List<Known>> files = new LiveFiles<>(this);

    Keys(SecurityProperties security, CamelContext context) {
        this.used = security.mode() == SecurityProperties.Mode.API_KEY;
        this.ofSettings = security.keys().stream()
                .map(key -> Known.of(key.name(), key.sha256(), key.scopes(), key.tags(), key.toolsets(), null)).toList();
        this.file = security.keysFile();
        this.context = context;
        if (used) {
            files.look();
        }
    }

    /**
     * Returns whether the file has a key.
     *
     * @throws IllegalArgumentException if the file can't be used
     */
    static boolean isAnyIn(Path file) {
        try {
            return Files.exists(file) && !KeysText.parse(file.toString(), RouteTree.text(file)).entries().isEmpty();
        } catch (IOException | FileProblemException e) {
            throw new IllegalArgumentException(problem(file, e));
        }
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        if (used) {
            LiveFiles.watch(context, "keys", file, List.of(file.toAbsolutePath().getParent()), files);
        }
    }

    private Stream<Known> all() {
        List<Known> ofFile = files.named(FILE);
        return Stream.concat(ofSettings.stream(), ofFile == null ? Stream.of() : ofFile.stream());
    }

    /** Returns the owner of the key with this hash; null if there is none. Takes the same time for every hash. */
    Caller owner(byte[] sha256) {
        Caller owner = null;
        for (Known known : (Iterable<Known>) all()::iterator) {
            if (MessageDigest.isEqual(known.sha256(), sha256)) {
                owner = known.owner();
            }
        }
        return owner;
    }

    /** Returns the owner with this name; null if there is none. */
    Caller named(String name) {
        return all().map(Known::owner).filter(owner -> owner.name().equals(name)).findFirst().orElse(null);
    }

    /** Returns whether a key has this owner now, with the same rights. */
    boolean has(Caller owner) {
        return all().anyMatch(known -> known.owner().equals(owner));
    }

    /** Returns {file: why it can't be used}; the keys that it had before may still be in force. */
    public Map<String, String> problems() {
        return files.problems();
    }

    @Override
    public Map<String, String> checked() {
        files.look();
        return files.names().isEmpty() ? Map.of() : Map.of(file.toString(), problems().getOrDefault(FILE, ""));
    }

    /** Returns {name of a caller: toolsets of the key}, without keys that have none. */
    public Map<String, Set<String>> toolsets() {
        Map<String, Set<String>> toolsets = new TreeMap<>();
        all().filter(known -> !known.owner().toolsets().isEmpty())
                .forEach(known -> toolsets.put(known.owner().name(), known.owner().toolsets()));
        return toolsets;
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        Map<String, RouteTree.Stamp> stamps = new TreeMap<>();
        RouteTree.of(file).files().values().forEach(stamp -> stamps.put(FILE, stamp));
        return stamps;
    }

    @Override
    public List<Known> read(String name, RouteTree.Stamp stamp) throws IOException, FileProblemException {
        KeysText text = KeysText.parse(file.toString(), RouteTree.text(file));
        List<Known> known = new ArrayList<>();
        for (Map.Entry<String, KeysText.Entry> each : text.entries().entrySet()) {
            KeysText.Entry key = each.getValue();
            Known next = Known.of(each.getKey(), key.sha256(), key.scopes(), key.tags(), key.toolsets(), key.expires());
            for (Known other : ofSettings) {
                if (other.owner().name().equals(each.getKey())) {
                    throw text.problem(each.getKey(), each.getKey() + " has a key in caravan.security.keys already");
                }
                if (MessageDigest.isEqual(other.sha256(), next.sha256())) {
                    throw text.problem(each.getKey() + ".sha256", "sha256 is that of " + other.owner().name() + " too");
                }
            }
            known.add(next);
        }
        return List.copyOf(known);
    }

    @Override
    public void taken(String name, List<Known> former, List<Known> next) {
        LOG.info("Keys loaded file={} keys={}", file, next.size());
    }

    @Override
    public void gone(String name, List<Known> last) {
        LOG.warn("Keys removed because their file is gone file={}", file);
    }

    @Override
    public String problem(String name, RouteTree.Stamp stamp, Throwable thrown) {
        return problem(file, thrown);
    }

    private static String problem(Path file, Throwable thrown) {
        return thrown instanceof FileProblemException ? thrown.getMessage() : file + " can't be read: " + thrown;
    }
}
