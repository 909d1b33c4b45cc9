package dev.caravan.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.ToolRights;
import dev.caravan.observe.Check;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.routes.CheckedFiles;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.NamePatterns;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.Right;
import dev.caravan.source.SourceFolder.Edit.FileChange;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * REST operations that show the settings of a source, and add, change and remove sources. They require the right SOURCES, and a caller who
 * may use all tools, since a source may have any tag.
 */
@Component("sourceEdits")
public record SourceEdits(List<SourceFolder<?, ?>> kinds, SourceProperties properties) {

    /**
     * The settings of a source.
     *
     * @param settings settings as YAML; secrets are ***
     * @param document OpenAPI document of an API; null for other kinds, and if it is longer than an edit may be
     * @param version  to send back with a change. It changes with the files of the source
     * @param file     file that has the settings
     */
    public record Shown(String kind, String name, String settings, String document, String version, String file) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(SourceEdits.class);
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_SETTINGS = 65_536;
    private static final int LONGEST_DOCUMENT = 4 * 1_024 * 1_024;
    private static final int LONGEST_VERSION = 64;
    private static final int VERSION_LETTERS = 24;
    private static final int MOST_SOURCES = 500;
    private static final String CHANGED = "version: somebody has changed the file since you read it. Read the source again";

    /** Shows a source. */
    public Shown get(RestRequest request, Exchange exchange) throws RestFailure {
        return present(request, exchange, this::shown);
    }

    /** Adds a source. The request body is {@code {kind, name, settings?, document?}}. */
    public synchronized Shown add(RestRequest request, Exchange exchange) throws RestFailure {
        BodyFields body = BodyFields.of(request.body(), "kind", "name", "settings", "document");
        SourceFolder<?, ?> kind = kind(body.required("kind", LONGEST_NAME));
        requireAll(exchange);
        String name = body.required("name", LONGEST_NAME);
        requireEditable(kind);
        if (!kind.traits().names().matcher(name).matches()) {
            throw RestFailure.invalid("name: must begin with a letter or digit and have only A-Z a-z 0-9 _ -");
        }
        int count = kind.all().size();
        if (count >= MOST_SOURCES) {
            throw new RestFailure(RestError.CONFLICT, "There are " + count + " " + kind.kind() + " already, as many as REST adds");
        }
        String settings = settings(body);
        String document = body.text("document", LONGEST_DOCUMENT);
        return run(kind, name, (any, same, present) -> {
            if (present != null) {
                throw new RestFailure(RestError.CONFLICT, "name: " + name + " is taken");
            }
            String text = rules(kind).written("", settings == null ? "" : settings, false);
            return made(kind, name, null, new SourceFolder.Text(null, text, document, null), request, "added");
        });
    }

    /** Changes a source. The request body is {@code {settings?, document?, version}}. What is left out stays. */
    public synchronized Shown change(RestRequest request, Exchange exchange) throws RestFailure {
        return present(request, exchange, (kind, name, present) -> {
            requireEditable(kind);
            BodyFields body = BodyFields.of(request.body(), "settings", "document", "version");
            String settings = settings(body);
            String document = body.text("document", LONGEST_DOCUMENT);
            requireVersion(body.required("version", LONGEST_VERSION), present);
            String given = settings == null ? rules(kind).hidden(present.settings()) : settings;
            String text = rules(kind).written(present.settings(), given, document == null);
            return made(kind, name, present, new SourceFolder.Text(present.file(), text, document, null), request, "changed");
        });
    }

    /** Removes a source. The version is a query parameter. */
    public synchronized Shown remove(RestRequest request, Exchange exchange) throws RestFailure {
        return present(request, exchange, (kind, name, present) -> {
            requireEditable(kind);
            String version = request.query().get("version");
            if (version == null) {
                throw RestFailure.invalid("version: required, as a query parameter");
            }
            requireVersion(version, present);
            made(kind, name, present, null, request, "removed");
            return null;
        });
    }

    private Shown made(SourceFolder<?, ?> kind, String name, SourceFolder.Text former, SourceFolder.Text next, RestRequest request,
            String verb) throws IOException, FileProblemException, RestFailure {
        if (next != null && next.document() != null && !kind.traits().hasDocument()) {
            throw new FileProblemException("document: only an API has a document");
        }
        SourceFolder.Edit edit = kind.check(name, former, next);
        if (!properties.editable().contains(edit.permitted())) {
            throw notEditable(edit.permitted());
        }
        if (!SourceFiles.change(edit.files())) {
            throw new RestFailure(RestError.CONFLICT, CHANGED);
        }
        LOG.info("Source changed change={} kind={} name={} by={}", verb, kind.kind(), name, request.caller());
        SourceFolder.Text now = kind.read(name);
        return now == null ? null : shown(kind, name, now);
    }

    private Shown shown(SourceFolder<?, ?> kind, String name, SourceFolder.Text text) throws FileProblemException {
        return new Shown(kind.kind(), name, rules(kind).hidden(text.settings()),
                text.document() != null && text.document().length() > LONGEST_DOCUMENT ? null : text.document(), version(text),
                text.file());
    }

    private SecretRules rules(SourceFolder<?, ?> kind) {
        return new SecretRules(kind, new NamePatterns(properties.variables()));
    }

    /** Derives the version from the stamp of the files, so that it tells nothing of secrets. */
    private static String version(SourceFolder.Text text) {
        return DigestUtils.sha256Hex(text.stamp()).substring(0, VERSION_LETTERS);
    }

    private static void requireVersion(String version, SourceFolder.Text present) throws RestFailure {
        if (!version.equals(version(present))) {
            throw new RestFailure(RestError.CONFLICT, CHANGED);
        }
    }

    private void requireEditable(SourceFolder<?, ?> kind) throws RestFailure {
        if (!properties.editable().contains(kind.kind())
                && !(kind.kind().equals("servers") && properties.editable().contains("commands"))) {
            throw notEditable(kind.kind());
        }
    }

    private static RestFailure notEditable(String what) {
        return new RestFailure(RestError.FORBIDDEN,
                "caravan.sources.editable does not have " + what + ", so that such a source changes only in its file");
    }

    /** @param present the source as its files have it; null if there is none of this name */
    private interface Step {

        Shown run(SourceFolder<?, ?> kind, String name, SourceFolder.Text present) throws IOException, FileProblemException, RestFailure;
    }

    /** Runs a step with the source that the address of the request names. */
    private Shown present(RestRequest request, Exchange exchange, Step step) throws RestFailure {
        SourceFolder<?, ?> kind = kind(request.at("kind"));
        requireAll(exchange);
        return run(kind, request.at("name"), (any, name, present) -> {
            if (present == null) {
                throw RestFailure.notFound("No file has a source of this kind and name");
            }
            return step.run(kind, name, present);
        });
    }

    private SourceFolder<?, ?> kind(String name) throws RestFailure {
        return kinds.stream().filter(kind -> kind.kind().equals(name)).findFirst().orElseThrow(() -> RestFailure.notFound(
                        "kind: must be one of " + String.join(", ", kinds.stream().map(SourceFolder::kind).sorted().toList())));
    }

    private static void requireAll(Exchange exchange) throws RestFailure {
        if (!ToolRights.of(exchange).seeAll()) {
            throw new RestFailure(RestError.FORBIDDEN, "Only a caller who may use all tools can read and change sources");
        }
    }

    /** Returns the settings, as text or as a JSON object, which is YAML too. */
    private static String settings(BodyFields body) throws RestFailure {
        JsonNode given = body.json("settings");
        String settings = given != null && given.isObject() ? given.toString() : body.text("settings", LONGEST_SETTINGS);
        if (settings != null && settings.length() > LONGEST_SETTINGS) {
            throw RestFailure.invalid("settings: must have at most " + LONGEST_SETTINGS + " characters");
        }
        return settings == null ? null : settings.replace("\r\n", "\n");
    }

    private static Shown run(SourceFolder<?, ?> kind, String name, Step step) throws RestFailure {
        try {
            return step.run(kind, name, kind.traits().names().matcher(name).matches() ? kind.read(name) : null);
        } catch (FileProblemException e) {
            throw RestFailure.invalid(e.getMessage());
        } catch (IOException e) {
            LOG.warn("Source not changed error={}", e.toString());
            throw new RestFailure(RestError.UNAVAILABLE,
                    "The file can't be read or written: " + e + ". Is its folder read-only? Then change the file where it comes from");
        }
    }

    /** Changes files of settings, each by one atomic move. */
    public static final class SourceFiles {

        /** Two gateways that share a folder take turns. */
        private static final String LOCK = ".sources.lock";

        private SourceFiles() {
        }

        /**
         * Makes all changes, or none.
         *
         * @return false, without a change, if a file has not the text that the edit is based on
         */
        public static synchronized boolean change(List<FileChange> changes) throws IOException {
            Path folder = changes.get(0).file().toAbsolutePath().getParent();
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                for (FileChange change : changes) {
                    if (!Objects.equals(SourceFolder.Text.ofFile(change.file()), change.before())) {
                        return false;
                    }
                }
                for (int i = 0; i < changes.size(); i++) {
                    try {
                        make(changes.get(i).file(), changes.get(i).after());
                    } catch (IOException e) {
                        for (FileChange made : changes.subList(0, i)) {
                            make(made.file(), made.before());
                        }
                        throw e;
                    }
                }
                return lock.isValid();
            }
        }

        private static void make(Path file, String text) throws IOException {
            if (text == null) {
                Files.deleteIfExists(file);
                return;
            }
            Path target = Files.exists(file) ? file.toRealPath() : file; // a link stays a link
            Path next = target.resolveSibling("." + target.getFileName() + ".tmp");
            try {
                Files.deleteIfExists(next);
                boolean hasMode = Files.exists(target) && Files.getFileStore(target).supportsFileAttributeView("posix");
                if (hasMode) {
                    // others could read the text before it has the target's mode
                    Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                } else {
                    Files.createFile(next);
                }
                Files.writeString(next, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
                if (hasMode) {
                    Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(target));
                }
                Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(next);
            }
        }
    }

    /**
     * Reports UP, or DEGRADED if a source has a problem: {kind: {name: its state}}. Never reports DOWN, because other tools continue to
     * work.
     */
    @Component("sourcesHealthIndicator")
    record SourcesHealth(List<SourceFolder<?, ?>> kinds) implements HealthIndicator {

        @Override
        public Health health() {
            Map<String, Map<String, ToolSource>> sources = new TreeMap<>();
            kinds.forEach(kind -> kind.all().forEach(
                    source -> sources.computeIfAbsent(kind.kind(), any -> new TreeMap<>()).put(source.name(), source)));
            boolean works = sources.values().stream().flatMap(all -> all.values().stream()).allMatch(source -> source.problem() == null);
            return (works ? Health.up() : Health.status(Check.DEGRADED)).withDetails(sources).build();
        }
    }

    /** What {@code caravan validate} tells of the files of all sources. */
    @Component
    record SourceProblems(List<SourceFolder<?, ?>> kinds) implements CheckedFiles {

        @Override
        public Map<String, String> checked() {
            kinds.forEach(SourceFolder::look);
            return kinds.stream().flatMap(kind -> kind.all().stream())
                    .collect(Collectors.toMap(ToolSource::file, source -> Objects.toString(source.problem(), ""),
                            (one, other) -> one + other, TreeMap::new));
        }
    }

    /**
     * REST operation for sources: shows the state of all. Requires a caller who may see all tools. Only callers with the right SOURCES see
     * addresses of logins.
     */
    @Component("sourceList")
    public record SourceList(List<SourceFolder<?, ?>> kinds, Admission admission) {

        public List<ToolSource> list(Exchange exchange) {
            if (!ToolRights.of(exchange).seeAll()) {
                return List.of();
            }
            boolean logsIn = admission.has(exchange.getProperty(Caller.PROPERTY, Caller.class), Right.SOURCES);
            kinds.forEach(SourceFolder::look);
            return kinds.stream().flatMap(kind -> kind.all().stream())
                    .sorted(Comparator.comparing(ToolSource::kind).thenComparing(ToolSource::name))
                    .map(source -> logsIn ? source : source.withoutLogin()).toList();
        }
    }
}
