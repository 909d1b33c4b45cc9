package dev.caravan.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.routes.RoutesState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server's definitions and answers of any form harm neither the server's other tools and resources nor the gateway's own. */
class ForeignDefinitionsTest extends FederatedGateways {

    private final OddServer server = new OddServer();

    @AfterEach
    void close() {
        server.close();
    }

    private void offer() {
        offer(Map.of());
    }

    private void offer(Map<String, String> ownRoutes) {
        server.lists("tools", "{\"name\":\"plain\",\"inputSchema\":{\"type\":\"object\"}}");
        configure("odd: {url: '" + server.url() + "', timeout: 5s, expose: {resources: true, prompts: true}}");
        var builder = offering();
        ownRoutes.forEach(builder::file);
        gateway = builder.start();
        until(() -> tools().containsKey("plain"));
    }

    @Test
    void blanksOfAnyScriptWithdrawNoTool() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        for (int blank : new int[] {0x3000, 0xa0, 0x2028, 0x2029, 0x1680, 0x2003, 0x202f, 0x205f}) {
            descriptions.put("blank_" + Integer.toHexString(blank), "查询" + Character.toString(blank) + "数据 %20 + ? & # $ {x} (y) \"z\" \\n é 🙂");
        }
        descriptions.forEach((name, text) -> server.lists("tools", McpClient.JSON.createObjectNode().put("name", name).put("description", text)
                .set("inputSchema", McpClient.object("{\"type\":\"object\",\"properties\":{\"a\u3000b\":{\"type\":\"string\",\"enum\":[\"x\u2028y\"]}}}")).toString()));
        server.lists("resources", "{\"uri\":\"far:///a\",\"name\":\"名\u3000称\",\"description\":\"a\u2028b\"}");
        server.lists("prompts", "{\"name\":\"ask\",\"description\":\"a\u00a0b\",\"arguments\":[{\"name\":\"x\",\"description\":\"c\u3000d\"}]}");
        offer();

        Map<String, JsonNode> tools = tools();
        descriptions.forEach((name, text) -> assertThat(tools.get(name).get("description").asText()).isEqualTo(text));
        assertThat(tools.get("blank_3000").at("/inputSchema/properties/a\u3000b/enum/0").asText()).isEqualTo("x\u2028y");
        assertThat(list("resources").get("far:///a").get("name").asText()).isEqualTo("名\u3000称");
        assertThat(list("prompts").get("ask").at("/arguments/0/description").asText()).isEqualTo("c\u3000d");
        assertThat(broken()).isEmpty();
    }

    @Test
    void aSchemaThatLeadsElsewhereIsRefusedAlone() {
        List<String> places = List.of("classpath:application.yaml", "classpath:logback.xml", "file:///etc/hostname", "http://127.0.0.1:1/x", "https://json-schema.org/draft/2020-12/../../application.yaml");
        for (int i = 0; i < places.size(); i++) {
            server.lists("tools", "{\"name\":\"leads" + i + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"" + places.get(i) + "\"}}}}");
        }
        server.lists("tools", "{\"name\":\"inside\",\"inputSchema\":{\"type\":\"object\",\"$defs\":{\"x\":{\"$id\":\"https://a/x\",\"type\":\"string\"}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/x\"},"
                + "\"b\":{\"$ref\":\"https://a/x\"},\"c\":{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}}}}");
        offer();

        assertThat(tools()).containsOnlyKeys("inside", "plain");
        assertThat(gateway.bean(FederatedTools.class).known().get("odd").refused()).hasSize(places.size());
        assertThat(gateway.bean(FederatedTools.class).known().get("odd").refused().values()).allMatch(reason -> reason.contains("not allowed to be loaded")).noneMatch(reason -> reason.contains("Exception"));
    }

    @Test
    void aClashTakesOnlyTheDefinitionThatClashes() {
        server.lists("resources", "{\"uri\":\"shared:///one\",\"name\":\"clash\"}").lists("resources", "{\"uri\":\"far:///fine\",\"name\":\"fine\"}")
                .lists("resourceTemplates", "{\"uriTemplate\":\"thing:///{other}\",\"name\":\"overlap\"}").lists("resourceTemplates", "{\"uriTemplate\":\"far:///{id}/x\",\"name\":\"template\"}")
                .lists("prompts", "{\"name\":\"taken\"}").lists("prompts", "{\"name\":\"free\"}").lists("tools", "{\"name\":\"used\",\"inputSchema\":{\"type\":\"object\"}}");
        offer(Map.of("own", """
                - route: {id: own-one, from: {uri: "ai-resource:one", parameters: {resourceUri: "shared:///one"}, steps: [{setBody: {constant: own}}]}}
                - route: {id: own-thing, from: {uri: "ai-resource:thing", parameters: {uriTemplate: "thing:///{id}"}, steps: [{setBody: {constant: own}}]}}
                - route: {id: own-prompt, from: {uri: "ai-prompt:taken", steps: [{setBody: {constant: own}}]}}
                - route: {id: own-tool, from: {uri: "ai-tool:used", steps: [{setBody: {constant: own}}]}}
                """));
        until(() -> list("resources").containsKey("far:///fine"));

        assertThat(list("resources/templates")).containsKeys("far:///{id}/x", "thing:///{id}").doesNotContainKey("thing:///{other}");
        assertThat(list("prompts")).containsKeys("free", "taken");
        assertThat(read("shared:///one").at("/result/contents/0/text").asText()).isEqualTo("own");
        assertThat(read("far:///fine").at("/result/contents/0/text").asText()).isEqualTo("there");
        assertThat(call("used", "{}").at("/result/structuredContent/data").asText()).isEqualTo("own");
        assertThat(broken()).contains("config/upstream/odd").contains("shared:///one").contains("own-thing").contains("taken").contains("used");
    }

    @Test
    void resourcesOfTheGatewaysOwnSchemesAreRefused() {
        List<String> own = List.of("db:///postgresql/patients", "tool:///greet", "caravan:///results/1", "document:///1", "index:///w", "kamelet:///k", "DB:///x/y", "ui://caravan/chart");
        own.forEach(uri -> server.lists("resources", "{\"uri\":\"" + uri + "\",\"name\":\"n\"}"));
        server.lists("resourceTemplates", "{\"uriTemplate\":\"db:///{database}/{table}\",\"name\":\"n\"}").lists("resources", "{\"uri\":\"ui://other/page\",\"name\":\"n\"}")
                .lists("resources", "{\"uri\":\"thing:///a\",\"name\":\"n\"}");
        offer(Map.of("own", "- route: {id: own-thing, from: {uri: \"ai-resource:thing\", parameters: {uriTemplate: \"thing:///{id}\"}, steps: [{setBody: {simple: \"own ${header.id}\"}}]}}\n"));
        until(() -> list("resources").containsKey("ui://other/page"));

        assertThat(list("resources")).doesNotContainKeys(own.toArray(String[]::new));
        assertThat(list("resources/templates")).containsOnlyKeys("thing:///{id}");
        assertThat(gateway.bean(FederatedTools.class).known().get("odd").contents().refused()).containsKeys("db:///postgresql/patients", "db:///{database}/{table}");
        assertThat(read("thing:///a").at("/result/contents/0/text").asText()).as("a template of the gateway goes before a resource from elsewhere").isEqualTo("own a");
    }

    @Test
    void anAnswerCarriesTheUriThatWasAsked() {
        server.lists("resources", "{\"uri\":\"far:///a\",\"name\":\"n\"}").lists("resources", "{\"uri\":\"far:///folder\",\"name\":\"n\"}")
                .reads("far:///a", "{\"contents\":[{\"uri\":\"db:///postgresql/patients\",\"text\":\"forged\"},{\"text\":\"none\"}]}")
                .reads("far:///folder", "{\"contents\":[{\"uri\":\"far:///folder/1\",\"text\":\"a\"},{\"uri\":\"tool:///x\",\"text\":\"b\"}]}");
        offer();
        until(() -> list("resources").containsKey("far:///folder"));

        assertThat(uris("far:///a")).containsExactly("far:///a", "far:///a");
        assertThat(uris("far:///folder")).as("parts of the resource keep their URIs").containsExactly("far:///folder/1", "far:///folder");
    }

    @Test
    void invisibleCharactersAreCleanedInTheWholeDefinition() {
        String hidden = "\u200b\u2060\u202e\u001b\u00ad\ufeff\u3164\u034f" + Character.toString(0xe0041) + Character.toString(0xe0100) + "\ufe0f";
        server.lists("tools", ("{'name':'odd','title':'aHb','description':'aHb ❤\ufe0f','inputSchema':{'type':'object','description':'aHb','properties':{'cHd':{'type':'string','title':'aHb','enum':['aHb']}}},"
                + "'outputSchema':{'type':'object','description':'aHb'},'annotations':{'title':'aHb'},'_meta':{'kHk':['aHb']}}").replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("resources", ("{'uri':'far:///a','name':'aHb','title':'aHb','description':'aHb','annotations':{'audience':['user','aHb'],'priority':7,'lastModified':'aHb'},'size':'large','_meta':{'a':'aHb'},"
                + "'icons':[{'src':'javascript:alert(1)'},{'src':'file:///etc/passwd'},{'src':'http://a/b'},{'src':'https://a/bH'},{'src':'data:text/html,<script>alert(1)</script>'},{'src':'data:image/png;base64,AA=='},7,{'sizes':'any'}]}").replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("resourceTemplates", "{'uriTemplate':'far:///{id}','name':'aHb','icons':'x'}".replace('\'', '"').replace("H", escaped(hidden)));
        server.lists("prompts", "{'name':'ask','title':'aHb','description':'aHb','arguments':[{'name':'x','description':'aHb'}]}".replace('\'', '"').replace("H", escaped(hidden)));
        offer();
        until(() -> list("resources").containsKey("far:///a"));

        JsonNode tool = tools().get("odd");
        assertThat(tool.toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}\\x{3164}\\x{34f}\\x{e0100}]");
        assertThat(tool.at("/description").asText()).isEqualTo("ab ❤\ufe0f");
        assertThat(tool.at("/inputSchema/properties/cd/enum/0").asText()).isEqualTo("ab");
        assertThat(tool.at("/_meta/kk/0").asText()).isEqualTo("ab");
        JsonNode resource = list("resources").get("far:///a");
        assertThat(resource.toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}\\x{3164}\\x{34f}\\x{e0100}\\x{fe0f}]");
        assertThat(resource.get("icons").toString()).isEqualTo("[{\"src\":\"https://a/b\"},{\"src\":\"data:image/png;base64,AA==\"}]");
        assertThat(resource.get("annotations").toString()).isEqualTo("{\"audience\":[\"user\"]}");
        assertThat(resource.has("size")).isFalse();
        assertThat(list("resources/templates").get("far:///{id}").has("icons")).isFalse();
        assertThat(list("prompts").get("ask").toString()).doesNotContainPattern("[\\p{Cf}\\x{1b}]");
    }

    @Test
    void anOddAnswerOfOneToolFailsThatCallOnly() {
        server.answers("redirect", 307, null, "", Map.of("Location", "http://127.0.0.1:1/elsewhere")).answers("moved", 301, "text/html", "<p>moved</p>", Map.of("Location", "/login"))
                .answers("teapot", 418, "text/plain", "teapot", Map.of()).answers("broken", 500, "text/html", "<p>broken</p>", Map.of()).answers("page", 200, "text/html", "<p>hello</p>", Map.of())
                .answers("half", 200, "application/json", "{\"jsonrpc\":\"2.0\",", Map.of()).answers("none", 204, null, "", Map.of()).answers("list", 200, "application/json", "[1]", Map.of())
                .answers("other", 200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":\"other\",\"result\":{}}", Map.of()).answers("events", 200, "text/event-stream", "data: {\"jso\n\n", Map.of())
                .answers("accepted", 202, null, "", Map.of());
        offer();
        long connected = server.count("initialize");

        for (String tool : List.of("redirect", "moved", "teapot", "broken", "page", "half", "none", "list", "other", "events", "accepted")) {
            assertThat(call(tool, "{}").at("/result/isError").asBoolean()).as(tool).isTrue();
            assertThat(text("plain", "{}")).as("after " + tool).isEqualTo("well");
        }
        assertThat(server.count("initialize")).isEqualTo(connected);
    }

    @Test
    void aNullArrivesAtTheServerAsItWasSent() {
        server.lists("tools", "{\"name\":\"put\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"body\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"link\":{\"type\":[\"string\",\"null\"]},"
                + "\"owner\":{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"null\"}]},\"list\":{\"type\":\"array\"},\"parent\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}}},"
                + "\"note\":{\"type\":\"string\"},\"mark\":{\"type\":[\"string\",\"null\"]}}}}");
        offer();
        call("put", "{\"body\":{\"link\":null,\"owner\":null,\"free\":null,\"list\":[null,{\"a\":null}],\"parent\":{}},\"note\":null,\"mark\":null}");
        assertThat(server.requests.stream().filter(request -> request.at("/params/name").asText().equals("put")).findFirst().orElseThrow().at("/params/arguments").toString())
                .isEqualTo("{\"body\":{\"link\":null,\"owner\":null,\"free\":null,\"list\":[null,{\"a\":null}],\"parent\":{}},\"mark\":null}");
        for (String refused : new String[] {"{\"body\":{\"name\":null}}", "{\"body\":{\"parent\":{\"name\":null}}}", "{\"body\":{\"parent\":null}}"}) {
            assertThat(call("put", refused).toString()).as(refused).contains("null");
        }
        assertThat(server.count("tools/call")).isEqualTo(1);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(String.format("\\u%04x", c)));
        return escaped.toString();
    }

    private List<String> uris(String uri) {
        return StreamSupport.stream(read(uri).at("/result/contents").spliterator(), false).map(content -> content.path("uri").asText()).toList();
    }

    private String broken() {
        return String.join("\n", gateway.bean(RoutesState.class).broken().stream().map(String::valueOf).toList());
    }

    private JsonNode read(String uri) {
        return ask("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    /** Returns {key: definition}. */
    private Map<String, JsonNode> list(String kind) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        for (JsonNode list : ask(kind + "/list", "{}").get("result")) {
            list.forEach(each -> all.put(Stream.of("uri", "uriTemplate", "name").filter(each::has).map(key -> each.get(key).asText()).findFirst().orElse(""), each));
        }
        return all;
    }

    private JsonNode ask(String method, String params) {
        return gateway.client().post(McpClient.request(method, McpClient.object(params)).toString(), "MCP-Protocol-Version", "2025-11-25").json();
    }
}
