package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The endpoints of action recall, both proxies to upstream tools included, need the tag recall as the tool get_action_info does. */
@Tag("full")
class TagRightsOfRecallTest {

    private static final String RECALL = "kRecall-1a7de3c90b5f46d7";
    private static final String GRAPH = "kGraph-61e1c6f0a95d4c1b";
    private static final String UNSCOPED = "kUnscoped-0c7d3f2d6c8b";
    private static final String AOI = "/api/agent-operator-integration/internal-v1";

    private static final List<String[]> REQUESTS = List.of(
            new String[] {"POST", "/api/agent-retrieval/in/v1/mcp/proxy/nobody/tools/t/call", "{}"},
            new String[] {"POST", AOI + "/mcp/proxy/nobody/tool/call", "{\"tool_name\":\"t\",\"parameters\":{}}"},
            new String[] {"GET", AOI + "/mcp/proxy/nobody/tools", null},
            new String[] {"GET", AOI + "/tool-box/medical/tool/get_disease", null},
            new String[] {"POST", AOI + "/tool-box/medical/proxy/no_such_tool", "{}"},
            new String[] {"POST", "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_disease_report", "{}"},
            new String[] {"POST", "/api/agent-retrieval/in/v1/kn/get_action_info?kn_id=kn_medical&at_id=at_disease_report",
                "{\"unique_identity\":{\"disease_id\":\"disease_000001\"}}"});

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withAllRoutes().set("recall.local", true).set("security.tag-scopes.recall", "tools:recall")
                .apiKey("recall", RECALL, "tools:read,tools:call,tools:recall").set("security.keys[0].tags", "recall")
                .apiKey("graph", GRAPH, "tools:read,tools:call,tools:recall").set("security.keys[1].tags", "graph")
                .apiKey("unscoped", UNSCOPED, "tools:read,tools:call").start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void callerWithoutTagOrScopeIsRefused() {
        for (String[] request : REQUESTS) {
            for (String key : List.of(GRAPH, UNSCOPED)) {
                SecuredClient.Answer answer = send(request, key);
                assertThat(answer.status()).as(request[1] + " " + answer.body()).isEqualTo(403);
                assertThat(answer.json().get("code").asText()).isEqualTo("Public.Forbidden");
            }
        }
    }

    @Test
    void callerWithTagAndScopeIsServed() {
        for (String[] request : REQUESTS) {
            assertThat(send(request, RECALL).status()).as(request[1]).isNotIn(401, 403, 500);
        }
        assertThat(send(REQUESTS.get(3), RECALL).status()).isEqualTo(200);
    }

    /** The requests of the hole as it was reported, to the gateway's own routes. */
    @Test
    void keyOfOneTagReadsListsAndCompletesNothingElse() {
        for (String uri : List.of("document:///a", "tool:///mongo_find_all", "index:///a", "db:///postgresql/a")) {
            SecuredClient.Answer answer = client.rpc("resources/read", "{\"uri\":\"" + uri + "\"}", "X-API-Key", GRAPH);
            assertThat(answer.json().at("/error/message").asText()).as(uri).isEqualTo("Resource not found");
        }
        SecuredClient.Answer names = client.rpc("completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"tool:///{name}\"},\"argument\":{\"name\":\"name\",\"value\":\"mongo\"}}",
                "X-API-Key", GRAPH);
        assertThat(names.body()).contains("does not exist").doesNotContain("mongo_find_all");
        assertThat(client.rpc("tools/call", "{\"name\":\"get_action_info\",\"arguments\":{}}", "X-API-Key", GRAPH).json()
                .at("/error/message").asText())
                .isEqualTo("Unknown tool: get_action_info");
    }

    @Test
    void pageHidesBreakersAndCodeIndexesFromOthers() {
        assertThat(send(new String[] {"GET", "/page/state", null}, GRAPH).json().at("/data/breakers").isNull()).isTrue();
        assertThat(send(new String[] {"GET", "/page/state/work", null}, GRAPH).json().at("/data/codeIndexes/items").isNull()).isTrue();
    }

    private static SecuredClient.Answer send(String[] request, String key) {
        return client.send(request[0], request[1], request[2], "X-API-Key", key, "x-account-id", "a", "x-account-type", "user");
    }
}
