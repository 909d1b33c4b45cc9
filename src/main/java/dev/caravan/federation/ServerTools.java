package dev.caravan.federation;

import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.upstream.ExposedServers.Exposed;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is known of the tools of one upstream server.
 *
 * @param tools   that are offered, by the server's name of them
 * @param waiting for approval, likewise
 * @param refused why others are not offered
 * @param routes   of the offered ones
 * @param contents routes of its resources and prompts
 * @param readAt  when the server last told them; null: before this start
 * @param problem why they could not be read since; null if they could
 */
record ServerTools(Exposed exposed, Map<String, OfferedTool> tools, Map<String, WaitingTool> waiting, Map<String, String> refused, List<Templated> routes,
        List<Templated> contents, Instant readAt, String problem) {

    boolean isStale() {
        return readAt == null || problem != null;
    }

    ServerTools failed(String why) {
        return new ServerTools(exposed, tools, waiting, refused, routes, contents, readAt, why);
    }
}
