package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.files.CodeChunker;
import dev.caravan.intelligence.files.TextFiles;
import dev.caravan.retrieval.ChunkWriter;
import dev.caravan.retrieval.Lease;
import dev.caravan.store.Heartbeat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final Duration LOOK_AFTER = Duration.ofSeconds(5);
    private static final List<String> CLEAR = List.of(
            "MATCH (:CaravanFile {workspace: $workspace})-[:HAS]->(c:CaravanCodeChunk) WITH c LIMIT 2000 DETACH DELETE c RETURN count(*) "
                    + "AS removed",
            "MATCH (:CaravanFile {workspace: $workspace})-[:DEFINES]->(s:CaravanSymbol) WITH s LIMIT 5000 DETACH DELETE s RETURN count(*) "
                    + "AS removed",
            "MATCH (f:CaravanFile {workspace: $workspace}) WITH f LIMIT 5000 DETACH DELETE f RETURN count(*) AS removed",
            "MATCH (n:CaravanName) WHERE n.key STARTS WITH $prefix WITH n LIMIT 10000 DETACH DELETE n RETURN count(*) AS removed");

    private final Workspaces workspaces;
    private final IndexBuild.Parts parts;
    private final CodeSchema schema;
    private final CodeLeases leases;
    private final IndexStates states;
    private final Duration refresh;
    private final boolean buildAtStart;
    /** Workspaces of which it is not known yet whether they have an index. */
    private final Set<Workspace> unknown = ConcurrentHashMap.newKeySet();
    /** Workspaces whose files are to be checked. */
    private final Set<Workspace> unchecked = ConcurrentHashMap.newKeySet();
    private final Map<Workspace, Long> looks = new ConcurrentHashMap<>();
    private Heartbeat builder;
    private volatile boolean running;

    IndexBuilds(Workspaces workspaces, CodeStore store, CodeSchema schema, CodeLeases leases, FileRecords records, IndexStates states,
            SourceParser parser, CodeModel model, IntelligenceProperties properties) {
        this.workspaces = workspaces;
        this.schema = schema;
        this.leases = leases;
        this.states = states;
        this.parts = new IndexBuild.Parts(store, records, states, parser, new ChunkWriter(store, model.embedder()),
                new TextFiles(properties.maxFile()), model.embedder().make(CodeChunker.VERSION + "." + ChunkText.VERSION));
        this.refresh = properties.refresh();
        this.buildAtStart = properties.buildAtStart();
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
        if (ended && !refresh.isZero() && (last == null || now - last > refresh.toNanos())) {
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
                new IndexBuild(parts, workspace, held).run();
            }
        } catch (InterruptedException e) {
            LOG.info("Build interrupted, the next one continues it: workspace={}", workspace.name());
        } catch (Lease.LostException e) {
            LOG.info("Build ended early workspace={} reason={}", workspace.name(), e.getMessage());
        } catch (ServiceUnavailableException | SessionExpiredException | TransientException e) {
            LOG.warn("Build interrupted, it continues when Neo4j is back: workspace={} reason={}", workspace.name(), e.getMessage());
        } catch (IOException | RuntimeException e) {
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

    private void failed(Workspace workspace, Lease lease, Exception why) {
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
                while (removed(lease, statement, parameters) > 0) {
                    LOG.debug("Build skipped, the index is being cleared: workspace={}", workspace.name());
                }
            }
            schema.drop(workspace);
            states.cleared(lease, workspace);
        }
    }

    private long removed(Lease lease, String statement, Map<String, Object> parameters) {
        return parts.store().write(transaction -> {
            lease.begin(transaction);
            return transaction.run(statement, parameters).single().get("removed").asLong();
        });
    }

    @Override
    public void start() {
        running = true;
        builder = new Heartbeat("code-index");
        if (!workspaces.all().isEmpty()) {
            builder.every(LOOK_AFTER, this::work);
        }
    }

    /** Has the indexes built that do not exist or are of another model, after the gateway is ready. */
    @EventListener
    void start(ApplicationReadyEvent ready) {
        if (buildAtStart) {
            unknown.addAll(workspaces.all());
            builder.soon(this::work);
        }
    }

    /** Builds what is missing, wanted, abandoned or to be checked. While Neo4j is away, it does so later. */
    private void work() {
        for (Workspace workspace : unknown) {
            IndexState state = states.of(workspace);
            if (state.phase() == IndexState.Phase.NONE) {
                begin(workspace);
                LOG.info("Workspace has no index, it is built in the background: workspace={}", workspace.name());
            } else if (state.isOfOtherModel()) {
                begin(workspace);
                LOG.warn("Index is of another embedding model, it is built again in the background: workspace={} chunks={}",
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
}
