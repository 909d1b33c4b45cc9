package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Progress;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.ToolException;
import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.index.ConfiguredWorkspaces;
import dev.caravan.intelligence.index.IndexBuilds;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.intelligence.index.IndexStateStore;
import dev.caravan.intelligence.index.Workspace;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.TaskInput;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** {@code ci_index_status}: reports what the indexes contain, and builds, updates or clears an index. */
@Component("indexStatus")
public record IndexStatus(ConfiguredWorkspaces workspaces, IndexStateStore states, IndexBuilds builds, Metadata metadata) {

    /**
     * Runs the action, and returns the workspaces to show. For a client that receives progress, a build waits up to {@code longest}; as a
     * task, until its end.
     *
     * @param longest maximum wait for a build that is not a task
     * @param pause   time between two checks of the build's progress
     */
    public List<Workspace> act(Exchange exchange, @Body Map<String, Object> given, @ExchangeProperty(Progress.PROPERTY) Progress progress,
            @Variable("longestWait") Duration longest, @Variable("pause") Duration pause) throws ToolException, InterruptedException {
        IntelligenceArguments arguments = new IntelligenceArguments(given);
        String action = arguments.text("action", "status");
        if (!"status".equals(action)) {
            Workspace workspace = workspaces.named(arguments.text("workspace"));
            builds.needOn();
            if ("build".equals(action)) {
                builds.begin(workspace);
                boolean task = exchange.getProperty(ClientInput.PROPERTY) instanceof TaskInput;
                follow(workspace, progress, task ? Long.MAX_VALUE : longest.toNanos(), pause);
            } else {
                builds.clear(workspace);
            }
            return List.of(workspace);
        }
        return arguments.text("workspace") == null ? workspaces.all() : List.of(workspaces.named(arguments.text("workspace")));
    }

    private void follow(Workspace workspace, Progress progress, long longest, Duration pause) throws InterruptedException {
        long begun = System.nanoTime();
        IndexState state = states.of(workspace);
        while (progress != null && state.phase() == IndexState.Phase.BUILDING && System.nanoTime() - begun < longest) {
            if (state.total() > 0) {
                progress.reached(state.done(), state.total(), state.done() + " of " + state.total() + " files");
            }
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            state = states.of(workspace);
        }
        if (progress != null && state.phase() == IndexState.Phase.READY) {
            progress.reached(state.total(), state.total(), state.done() + " of " + state.total() + " files");
        }
    }

    /**
     * Returns the tool's result.
     *
     * @param ckb null if the route doesn't ask CKB
     */
    public ObjectNode answer(@Variable("shown") List<Workspace> asked, @Variable("ckb") CkbAnswer ckb) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode list = result.putArray("workspaces");
        boolean graph = false;
        for (Workspace workspace : asked) {
            IndexState state = states.of(workspace);
            graph |= state.hasGraph();
            list.add(json(workspace, state));
        }
        result.set("metadata", ckb == null ? metadata.known() : metadata.of(ckb, 0, graph));
        return result;
    }

    /** Returns the state of one workspace, for the resource. */
    public ObjectNode of(@Header("workspace") String name) throws NotFoundException {
        Workspace workspace = workspaces.named(name);
        return json(workspace, states.of(workspace));
    }

    /** Returns the workspaces whose names begin with the typed text. */
    public List<String> names(@Body String typed) {
        return workspaces.all().stream().map(Workspace::name)
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT))).toList();
    }

    private static ObjectNode json(Workspace workspace, IndexState state) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("workspace", workspace.name());
        json.put("state", state.phase().name().toLowerCase(Locale.ROOT));
        json.put("files", state.files()).put("symbols", state.symbols()).put("calls", state.calls()).put("chunks", state.chunks());
        ObjectNode skipped = json.putObject("skipped");
        state.skipped().forEach(skipped::put);
        IndexState.Scip scip = state.scip();
        if (scip.files() + scip.outdated() > 0 || scip.error() != null) {
            ObjectNode told = json.putObject("scip").put("files", scip.files()).put("outdated", scip.outdated());
            if (scip.error() != null) {
                told.put("error", scip.error());
            }
        }
        if (state.startedAt() != null) {
            json.put("started_at", state.startedAt().toString());
        }
        if (state.phase() == IndexState.Phase.BUILDING) {
            json.putObject("progress").put("done", state.done()).put("total", state.total());
        }
        if (state.finishedAt() != null) {
            json.put("finished_at", state.finishedAt().toString());
            json.put("duration_ms", state.durationMs());
        }
        if (state.lastError() != null) {
            json.put("last_error", state.lastError());
        }
        return json;
    }
}
