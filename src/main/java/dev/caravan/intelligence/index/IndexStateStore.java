package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Lease;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/** Stores the states of indexes in Neo4j. All times are by the database's clock. */
@Component
public record IndexStateStore(CodeStore store, CodeModel model) {

    private static final String STATE = "MATCH (w:CaravanWorkspace {name: $name}) RETURN w";
    private static final String FREE = "(w.until IS NULL OR w.until < timestamp())";
    private static final String COUNTS = "MATCH (f:CaravanFile {workspace: $name}) RETURN f.skipped AS skipped, count(*) AS files, "
            + "sum(f.symbols) AS symbols, sum(f.calls) AS calls, sum(f.chunks) AS chunks, "
            + "sum(CASE WHEN f.make STARTS WITH $makes THEN 0 ELSE f.chunks END) AS others, "
            + "sum(CASE WHEN f.exact THEN 1 ELSE 0 END) AS exact, sum(CASE WHEN f.exact = false THEN 1 ELSE 0 END) AS outdated";

    /** Returns the current state. Without an address of Neo4j there is no index. */
    public IndexState of(Workspace workspace) {
        return !store.isOn() ? IndexState.NOTHING : store.search(transaction -> read(transaction, workspace));
    }

    private IndexState read(TransactionContext transaction, Workspace workspace) {
        Map<String, Object> name = Map.of("name", workspace.stored());
        Value state = transaction.run(STATE, name).stream().map(found -> found.get("w")).findFirst().orElse(null);
        if (state == null || state.get("phase").isNull()) {
            return IndexState.NOTHING;
        }
        Map<String, Long> skipped = new LinkedHashMap<>();
        Map<String, Object> counts = new LinkedHashMap<>();
        for (Record count : transaction.run(COUNTS, Map.of("name", workspace.stored(), "makes", model.embedder().makes())).list()) {
            if (count.get("skipped").isNull()) {
                counts.putAll(count.asMap());
            } else {
                skipped.put(count.get("skipped").asString(), count.get("files").asLong());
            }
        }
        ToLongFunction<String> number = column -> (Long) counts.getOrDefault(column, 0L);
        return new IndexState(IndexState.Phase.valueOf(state.get("phase").asString().toUpperCase(Locale.ROOT)), number.applyAsLong("files"),
                number.applyAsLong("symbols"), number.applyAsLong("calls"), number.applyAsLong("chunks"), number.applyAsLong("others"),
                skipped, instant(state.get("startedAt")), instant(state.get("finishedAt")),
                state.get("durationMs").isNull() ? null : Long.valueOf(state.get("durationMs").asLong()),
                state.get("lastError").asString(null), state.get("done").asLong(0), state.get("total").asLong(0),
                new IndexState.Scip(number.applyAsLong("exact"), number.applyAsLong("outdated"), state.get("scipError").asString(null)));
    }

    /** Returns whether a build is wanted or was begun, and no gateway runs it. */
    boolean isAbandoned(Workspace workspace) {
        return store.search(transaction -> transaction
                .run("MATCH (w:CaravanWorkspace {name: $name}) WHERE w.phase = 'building' AND " + FREE + " RETURN w.name",
                Map.of("name", workspace.stored())).hasNext());
    }

    private static Instant instant(Value millis) {
        return millis.isNull() ? null : Instant.ofEpochMilli(millis.asLong());
    }

    /**
     * Records that a build is wanted, so that a gateway starts it even if this one stops first. During a running build, the state stays
     * "building" until another check of the files has followed.
     */
    void wanted(Workspace workspace) {
        store.write(transaction -> transaction.run(
                "MERGE (w:CaravanWorkspace {name: $name}) ON CREATE SET w.born = randomUUID(), w.version = 0, w.removed = 0 "
                        + "SET w.wanted = true, w.phase = 'building' WITH w WHERE " + FREE
                        + " SET w.done = 0, w.total = 0, w.startedAt = timestamp(), w.lastError = null",
                Map.of("name", workspace.stored())).consume());
    }

    /** Records the begin of a build. It precedes the walk through the files, so that a request during the walk is not lost. */
    void begun(Lease lease, Workspace workspace) {
        change(lease, workspace,
                "w.phase = 'building', w.wanted = false, w.lastError = null, w.done = 0, w.total = 0, w.startedAt = timestamp()", Map.of());
    }

    /** Records how many files the build has to check. */
    void counted(Lease lease, Workspace workspace, long total) {
        change(lease, workspace, "w.total = $total", Map.of("total", total));
    }

    void reached(TransactionContext transaction, Workspace workspace, long done) {
        transaction.run("MATCH (w:CaravanWorkspace {name: $name}) SET w.done = $done", Map.of("name", workspace.stored(), "done", done))
                .consume();
    }

    /**
     * Ends the build and its lease in one transaction, so that a request from now on finds no running build.
     *
     * @param scipError why the SCIP index was not used; null if it was, or there is none
     */
    void finished(Lease lease, Workspace workspace, long done, String scipError) {
        Map<String, Object> parameters = new HashMap<>(Map.of("done", done));
        parameters.put("scipError", scipError);
        end(lease, workspace, "w.phase = CASE WHEN w.wanted THEN 'building' ELSE 'ready' END, w.done = $done, w.scipError = $scipError",
                parameters);
    }

    /** Ends a failed build, like {@link #finished}. */
    void failed(Lease lease, Workspace workspace, String why) {
        end(lease, workspace, "w.phase = CASE WHEN w.wanted THEN 'building' ELSE 'error' END, w.lastError = $why", Map.of("why", why));
    }

    /** Deletes the state. The node stays for the holder of its lease. */
    void cleared(Lease lease, Workspace workspace) {
        change(lease, workspace,
                "w.phase = null, w.wanted = null, w.startedAt = null, w.finishedAt = null, w.durationMs = null, w.lastError = null, "
                        + "w.done = 0, w.total = 0, w.scipError = null",
                Map.of());
    }

    private void change(Lease lease, Workspace workspace, String set, Map<String, Object> parameters) {
        store.write(transaction -> {
            lease.begin(transaction);
            set(transaction, workspace, set, parameters);
            return null;
        });
    }

    private void end(Lease lease, Workspace workspace, String set, Map<String, Object> parameters) {
        store.write(transaction -> {
            lease.end(transaction);
            set(transaction, workspace, set + ", w.finishedAt = timestamp(), w.durationMs = timestamp() - w.startedAt", parameters);
            return null;
        });
    }

    private static void set(TransactionContext transaction, Workspace workspace, String set, Map<String, Object> parameters) {
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.put("name", workspace.stored());
        transaction.run("MATCH (w:CaravanWorkspace {name: $name}) SET " + set, all).consume();
    }
}
