package dev.caravan.source;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;

/**
 * The state of a source.
 *
 * @param kind     servers, apis or kamelets
 * @param state    idle, connecting, connected or failed for a server, active or failed for others; refused for a file that can't be used
 * @param server   address that requests of an API go to; null for others, and for an API that is not offered
 * @param tools    names of the offered tools
 * @param resource URI of the resource that a Kamelet is; null for none
 * @param problem  the last error; null if there is none
 * @param refused  {tool: reason why it is not offered}
 * @param waiting  definitions that wait for approval, such as {@code tool create_issue}
 * @param file     file that defines the source
 * @param login    address of the open login for the gateway itself; null for none, and for callers without the right SOURCES
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ToolSource(String kind, String name, String state, String server, List<String> tools, String resource, String problem,
        Map<String, String> refused, List<String> waiting, String file, String login) {

    /** Returns the state for callers who must not log in for the gateway. */
    ToolSource withoutLogin() {
        return new ToolSource(kind, name, state, server, tools, resource, problem, refused, waiting, file, null);
    }
}
