package dev.caravan.intelligence.index;

import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.ScipIndex;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.files.CodeChunker;
import dev.caravan.intelligence.files.FoundFile;
import dev.caravan.intelligence.files.TextFiles;
import dev.caravan.intelligence.files.WorkspaceFiles;
import dev.caravan.retrieval.ChunkWriter;
import dev.caravan.retrieval.Lease;
import dev.caravan.store.Heartbeat;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.neo4j.driver.exceptions.ServiceUnavailableException;
import org.neo4j.driver.exceptions.SessionExpiredException;
import org.neo4j.driver.exceptions.TransientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Builds indexes in the background, one at a time. Gateways share the work: each workspace is built by one of them. Another gateway, or the
 * same one after a restart, continues an interrupted build.
 */
@Component
public class IndexBuilds implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(IndexBuilds.class);
    private static final int BATCH_CHUNKS = 64;
    private static final int BATCH_FILES = 250;
    private static final int REMOVED_AT_ONCE = 500;
    private static final Duration LOOK_AFTER = Duration.ofSeconds(5);
    private static final List<String> CLEAR = List.of(
            "MATCH (:CaravanFile {workspace: $workspace})-[:HAS]->(c:CaravanCodeChunk) WITH c LIMIT 2000 DETACH DELETE c RETURN count(*) "
                    + "AS removed",
            "MATCH (:CaravanFile {workspace: $workspace})-[:DEFINES]->(s:CaravanSymbol) WITH s LIMIT 5000 DETACH DELETE s RETURN count(*) "
                    + "AS removed",
            "MATCH (f:CaravanFile {workspace: $workspace}) WITH f LIMIT 5000 DETACH DELETE f RETURN count(*) AS removed",
            "MATCH (n:CaravanName) WHERE n.key STARTS WITH $prefix WITH n LIMIT 10000 DETACH DELETE n RETURN count(*) AS removed");

    private final ConfiguredWorkspaces workspaces;
    private final CodeStore store;
    private final CodeSchema schema;
    private final CodeLeases leases;
    private final IndexStateStore states;
    private final SourceParser parser;
    private final ChunkWriter writer;
    private final TextFiles texts;
    private final IntelligenceProperties properties;
    /** The model and the rules that make chunks. */
    private final String make;
    /** Workspaces of which it is not known yet whether they have an index. */
    private final Set<Workspace> unknown = ConcurrentHashMap.newKeySet();
    /** Workspaces whose files are to be checked. */
    private final Set<Workspace> unchecked = ConcurrentHashMap.newKeySet();
    private final Map<Workspace, Long> looks = new ConcurrentHashMap<>();
    private final Map<Workspace, ScipIndex> scips = new ConcurrentHashMap<>();
    private Heartbeat builder;
    private volatile boolean running;

    IndexBuilds(ConfiguredWorkspaces workspaces, CodeStore store, CodeSchema schema, CodeLeases leases, IndexStateStore states,
            SourceParser parser, CodeModel model, IntelligenceProperties properties) {
        this.workspaces = workspaces;
        this.store = store;
        this.schema = schema;
        this.leases = leases;
        this.states = states;
        this.parser = parser;
        this.writer = new ChunkWriter(store, model.embedder());
        this.texts = new TextFiles(properties.maxFile());
        this.properties = properties;
        this.make = model.embedder().make(CodeChunker.VERSION + "." + ChunkText.VERSION);
    }

    /** Requests a build or update, without waiting for it. A running build continues, and another check of the files follows it. */
    public void begin(Workspace workspace) {
        schema.prepare();
        states.wanted(workspace);
        builder.soon(this::work);
    }

    /** Requests a check of the files if the last check is long enough ago. */
    public void refresh(Workspace workspace, IndexState state) {
        long now = System.nanoTime();
        Long last = looks.get(workspace);
        boolean ended = state.phase() == IndexState.Phase.READY || state.phase() == IndexState.Phase.ERROR;
        if (ended && !properties.refresh().isZero()
                && (last == null || now - last > properties.refresh().toNanos())) {
            looks.put(workspace, now);
            unchecked.add(workspace);
            builder.soon(this::work);
        }
    }

    private void build(Workspace workspace) {
        Lease held = null;
        try {
            schema.prepare(workspace);
            Optional<Lease> lease = leases.tryAcquire(workspace.stored());
            if (lease.isPresent()) {
                held = lease.get();
                new Build(workspace, held).run();
            }
        } catch (InterruptedException e) {
            LOG.info("Build interrupted, the next one continues it: workspace={}", workspace.name());
        } catch (Lease.LostException e) {
            LOG.info("Build ended early workspace={} reason={}", workspace.name(), e.getMessage());
        } catch (ServiceUnavailableException | SessionExpiredException | TransientException e) {
            LOG.warn("Build interrupted, it continues when Neo4j is back: workspace={} reason={}", workspace.name(), e.getMessage());
        } catch (IOException | RuntimeException | StackOverflowError e) {
            if (running) {
                LOG.error("Build failed workspace={}", workspace.name(), e);
                failed(workspace, held, e);
            }
        } finally {
            looks.put(workspace, System.nanoTime());
            if (held != null) {
                held.close();
            }
        }
    }

    private void failed(Workspace workspace, Lease lease, Throwable why) {
        if (lease != null) {
            try {
                states.failed(lease, workspace, why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage());
            } catch (RuntimeException | Error e) {
                LOG.warn("Failure of a build not recorded, the build is repeated: workspace={} reason={}", workspace.name(),
                        e.getMessage());
            }
        }
    }

    /** Deletes the index, and cancels a running build at any gateway. */
    public void clear(Workspace workspace) {
        unchecked.remove(workspace);
        schema.prepare();
        try (Lease lease = leases.seize(workspace.stored())) {
            Map<String, Object> parameters = Map.of("workspace", workspace.stored(), "prefix", workspace.key(""));
            for (String statement : CLEAR) {
                boolean more = true;
                while (more) {
                    more = store.write(transaction -> {
                        lease.begin(transaction);
                        return transaction.run(statement, parameters).single().get("removed").asLong() > 0;
                    });
                }
            }
            schema.drop(workspace);
            states.cleared(lease, workspace);
        }
    }

    @Override
    public void start() {
        running = true;
        builder = new Heartbeat("code-index");
        builder.every(LOOK_AFTER, this::work);
    }

    @Override
    public boolean isAutoStartup() {
        return store.isOn() && !workspaces.all().isEmpty();
    }

    /** Whether indexes can be built: there is an address of Neo4j. */
    public boolean isOn() {
        return store.isOn();
    }

    /** @throws ToolException if there is no address of Neo4j */
    public void needOn() throws ToolException {
        store.needOn();
    }

    /** Has the indexes built that do not exist or are of another model, after the gateway is ready. */
    @EventListener
    void start(ApplicationReadyEvent ready) {
        if (running && properties.buildAtStart()) {
            unknown.addAll(workspaces.all());
            builder.soon(this::work);
        }
    }

    /** Builds what is missing, wanted, abandoned or to be checked. While Neo4j is away, it does so later. */
    private void work() {
        for (Workspace workspace : unknown) {
            IndexState state = states.of(workspace);
            if (state.phase() == IndexState.Phase.NONE || state.isOfOtherModel()) {
                begin(workspace);
                LOG.info("Workspace has no index of this embedding model, it is built in the background: workspace={} otherChunks={}",
                        workspace.name(), state.others());
            }
            unknown.remove(workspace);
        }
        for (Workspace workspace : workspaces.all()) {
            if (unchecked.remove(workspace) || isAbandoned(workspace)) {
                build(workspace);
            }
        }
    }

    private boolean isAbandoned(Workspace workspace) {
        try {
            return states.isAbandoned(workspace);
        } catch (RuntimeException | Error e) {
            LOG.debug("State of an index unknown, it is read again: workspace={} reason={}", workspace.name(), e.getMessage());
            return false;
        }
    }

    @Override
    public void stop() {
        running = false;
        builder.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /**
     * Updates the index of a workspace to its files, once. It reads only files whose size or time has changed, parses only those whose
     * bytes have changed, and embeds only new chunks of these. It works in batches, each a transaction, so that an interrupted build can
     * continue. Memory holds one batch, and a record of each file.
     */
    private final class Build {

        private final Workspace workspace;
        private final Lease lease;
        private final FileRecords records;
        private final ScipIndex scip;
        private final List<String> outdated = new ArrayList<>();
        private final List<FileRecords.IndexedFile> changed = new ArrayList<>();
        private final List<FileRecords.IndexedFile> touched = new ArrayList<>();
        private int chunks;
        private long done;
        private long written;

        Build(Workspace workspace, Lease lease) {
            this.workspace = workspace;
            this.lease = lease;
            this.records = new FileRecords(workspace, make);
            this.scip = ScipIndex.of(workspace.scip(), workspace.root(), scips.getOrDefault(workspace, ScipIndex.NONE));
            if (scip != scips.put(workspace, scip) && scip.problem() != null) {
                LOG.warn("SCIP index not used, the local graph answers: workspace={} file={} reason={}", workspace.name(), scip.file(),
                        scip.problem());
            }
        }

        /** @throws InterruptedException before the next batch; what is written stays */
        void run() throws IOException, InterruptedException {
            states.begun(lease, workspace);
            WorkspaceFiles files = WorkspaceFiles.in(workspace.root(), workspace.exclude());
            states.counted(lease, workspace, files.found().size());
            Map<String, FileRecords.KnownFile> known = store.read(records::known);
            for (FoundFile found : files.found()) {
                take(found, known.remove(found.path()));
                done++;
                if (chunks >= BATCH_CHUNKS || changed.size() >= BATCH_FILES || touched.size() >= BATCH_FILES) {
                    flush();
                }
            }
            flush();
            if (files.unreadable() > 0) {
                LOG.warn("Unreadable files or folders, their indexed content stays: workspace={} count={}", workspace.name(),
                        files.unreadable());
                known.clear();
            }
            remove(new ArrayList<>(known.keySet()));
            states.finished(lease, workspace, done, scip.problem());
            if (!outdated.isEmpty()) {
                LOG.warn("SCIP index is of other versions of files, for these the local graph answers: workspace={} count={} first={}",
                        workspace.name(), outdated.size(), outdated.get(0));
            }
            if (written > 0 || !known.isEmpty()) {
                LOG.info("Workspace indexed workspace={} files={} changed={} removed={}", workspace.name(), done, written, known.size());
            }
        }

        private void take(FoundFile found, FileRecords.KnownFile known) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean sameMake = known != null && known.make().equals(make) && known.scip().equals(scip.digest(found.path()));
            boolean configuration = Language.isConfiguration(found.path());
            if (sameMake && !configuration && known.size() == found.size() && known.modified() == found.modifiedNanos()) {
                return;
            }
            TextFiles.ReadFile read = texts.read(found);
            if (read instanceof TextFiles.ReadFile.Skipped skipped) {
                changed.add(new FileRecords.IndexedFile(found, "", scip.digest(found.path()), skipped.reason().name()
                        .toLowerCase(Locale.ROOT), null, List.of(), known != null));
                return;
            }
            TextFiles.ReadFile.Text content = (TextFiles.ReadFile.Text) read;
            if (sameMake && !configuration && known.hash().equals(content.hash())) {
                touched.add(new FileRecords.IndexedFile(found, content.hash(), known.scip(), null, null, List.of(), true));
                return;
            }
            FileRecords.IndexedFile file = indexed(found, content, known != null);
            if (sameMake && known.hash().equals(file.hash())) {
                touched.add(file);
                return;
            }
            if (!file.scip().isEmpty() && (file.parsed() == null || !file.parsed().exact())) {
                outdated.add(found.path());
            }
            changed.add(file);
            chunks += file.chunks().size();
        }

        private FileRecords.IndexedFile indexed(FoundFile found, TextFiles.ReadFile.Text content, boolean known) {
            String exact = scip.digest(found.path());
            Optional<Language> language = Language.of(found.path());
            if (language.isEmpty()) {
                return new FileRecords.IndexedFile(found, content.hash(), exact, null, null, CodeChunker.cut(found.path(), content.text()),
                        known);
            }
            try {
                SourceParser.ParsedFile parsed = parser.parse(found.path(), language.get(), content.utf8(), this::other, scip);
                // the aliases of a configuration depend on other files, too
                String hash = Language.isConfiguration(found.path()) ? DigestUtils.sha256Hex(content.hash() + parsed.file().imports())
                        : content.hash();
                return new FileRecords.IndexedFile(found, hash, exact, null, parsed, CodeChunker.cut(parsed, content.text()), known);
            } catch (SourceParser.UnparsableException e) {
                LOG.debug("File skipped file={} workspace={} reason={}", found.path(), workspace.name(), e.getMessage());
                return new FileRecords.IndexedFile(found, content.hash(), exact, "unparsable", null, List.of(), known);
            }
        }

        /** Returns the bytes of a file in the workspace, in {@code node_modules} too; null if there is none. */
        private byte[] other(String path) {
            try {
                Path root = workspace.root().toRealPath();
                Path file = root.resolve(path).toRealPath();
                return file.startsWith(root) && texts.read(new FoundFile(path, file, 0, 0)) instanceof TextFiles.ReadFile.Text text
                        ? text.utf8() : null;
            } catch (IOException | InvalidPathException e) {
                return null;
            }
        }

        private void flush() throws InterruptedException {
            List<ChunkWriter.NewChunk> fresh = changed.stream().flatMap(file -> file.chunks().stream()).map(records::chunk).toList();
            List<String> before = changed.stream().filter(FileRecords.IndexedFile::known).map(file -> file.found().path()).toList();
            writer.write(lease, fresh, known -> records.vectors(known, before), transaction -> {
                records.touch(transaction, touched);
                records.write(transaction, changed);
                states.reached(transaction, workspace, done);
            }, records.createChunk());
            written += changed.size();
            changed.clear();
            touched.clear();
            chunks = 0;
        }

        private void remove(List<String> paths) {
            for (int from = 0; from < paths.size(); from += REMOVED_AT_ONCE) {
                List<String> part = paths.subList(from, Math.min(from + REMOVED_AT_ONCE, paths.size()));
                store.write(transaction -> {
                    lease.begin(transaction);
                    records.remove(transaction, part);
                    return null;
                });
            }
        }
    }
}
