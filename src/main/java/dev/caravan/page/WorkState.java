package dev.caravan.page;

import dev.caravan.call.CallContext;
import dev.caravan.catalogue.IndexTasks;
import dev.caravan.intelligence.index.ConfiguredWorkspaces;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.IndexStateStore;
import dev.caravan.mcp.ToolRights;
import dev.caravan.mcp.task.TaskStore;
import dev.caravan.security.Usable;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reads current work from the databases: a caller's tasks and search indexes, and the indexes of workspaces. */
@Component("workState")
public record WorkState(Store store, TaskStore tasks, IndexTasks indexes, ConfiguredWorkspaces workspaces, IndexStateStore states) {

    private static final Logger LOG = LoggerFactory.getLogger(WorkState.class);

    /** The tags of the resource {@code index}, which shows the same data. */
    private static final Usable CODE = Usable.tagged("intelligence");

    /**
     * The answer of one database.
     *
     * @param items   null if the database is unavailable, or the caller may not see them
     * @param problem a sentence; null if there is none
     */
    public record Part(List<?> items, String problem) {
    }

    /** The index of a workspace. */
    public record CodeIndex(String workspace, IndexState index) {
    }

    /**
     * @param tasks         tasks of the caller
     * @param searchIndexes indexes of the caller's search tools
     * @param codeIndexes   indexes of the configured workspaces
     */
    public record State(Part tasks, Part searchIndexes, Part codeIndexes) {
    }

    /** Sets the current state as body. */
    public void now(Exchange exchange) {
        String caller = exchange.getProperty(CallContext.CALLER, String.class);
        exchange.getMessage().setBody(new State(kept(() -> tasks.of(caller)), kept(() -> indexes.of(caller)),
                ToolRights.of(exchange).see(CODE) ? codeIndexes() : new Part(null, null)));
    }

    private Part kept(Supplier<List<?>> items) {
        if (!store.isSet()) {
            return new Part(List.of(), null);
        }
        try {
            return new Part(items.get(), null);
        } catch (StoreException e) {
            return new Part(null, e.getMessage());
        }
    }

    private Part codeIndexes() {
        try {
            return new Part(workspaces.all().stream().map(workspace -> new CodeIndex(workspace.name(), states.of(workspace))).toList(),
                    null);
        } catch (RuntimeException e) {
            LOG.debug("States of code indexes not read", e);
            return new Part(null, "Neo4j, which stores the indexes, is unavailable");
        }
    }
}
