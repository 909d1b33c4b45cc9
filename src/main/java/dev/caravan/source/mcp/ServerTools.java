package dev.caravan.source.mcp;

import dev.caravan.call.resource.ForeignResource;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.source.OfferedTool;
import dev.caravan.source.mcp.ExposedServers.Exposed;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The known tools of one upstream server.
 *
 * @param tools         offered tools, by the server's tool name
 * @param waiting       tools that wait for approval, by the server's tool name
 * @param refused       {tool name: reason why it is not offered}
 * @param routes        routes of the offered tools
 * @param contents      offered resources, templates and prompts
 * @param contentRoutes their routes
 * @param readAt        time when the server last sent its tools; null if not since this start
 * @param change        last change that was offered without approval
 * @param problem       why the last read failed; null if it succeeded
 */
record ServerTools(Exposed exposed, Map<String, OfferedTool> tools, Map<String, WaitingTool> waiting, Map<String, String> refused, List<Templated> routes,
        OfferedContents contents, List<Templated> contentRoutes, Instant readAt, Change change, String problem) {

    /**
     * Changed definitions that the gateway offered without approval.
     *
     * @param at    null if there was no change since the start
     * @param tools the server's names of the changed tools, at most {@value #MOST}
     */
    record Change(Instant at, List<String> tools) {

        static final Change NONE = new Change(null, List.of());
        private static final int MOST = 20;

        /** Returns the change of these tools now. */
        static Change of(Collection<String> tools) {
            return new Change(Instant.now(), tools.stream().limit(MOST).toList());
        }
    }


    boolean isStale() {
        return readAt == null || problem != null;
    }

    ServerTools failed(String why) {
        return new ServerTools(exposed, tools, waiting, refused, routes, contents, contentRoutes, readAt, change, why);
    }

    /** Whether the server offers a resource with this URI. */
    boolean hasResource(String uri) {
        return contents.resources().values().stream().anyMatch(definition -> ForeignResource.fits(definition, uri));
    }
}
