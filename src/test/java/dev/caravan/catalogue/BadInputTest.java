package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What requests over REST can have wrong, and what their senders are told. */
class BadInputTest extends CatalogueTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "{\"table_id\":TABLE,\"type\":\"preview\"} # name",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"\"} # name",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a b\"} # name",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"茶\"} # name",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":7} # name",
        "{\"table_id\":TABLE,\"type\":\"nothing\",\"name\":\"a\"} # get_data_schema, get_all_data, query_data",
        "{\"table_id\":TABLE,\"name\":\"a\"} # type",
        "{\"type\":\"preview\",\"name\":\"a\"} # table_id",
        "{\"table_id\":\"1\",\"type\":\"preview\",\"name\":\"a\"} # table_id",
        "{\"table_id\":1.5,\"type\":\"preview\",\"name\":\"a\"} # table_id",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"inputSchema\":{}} # inputSchema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":[]} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"string\"}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"type\":\"txt\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\",\"required\":[\"a\"]}} # "
                + "input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:1/x\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"classpath:application.yaml\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"classpath:dev/caravan/application.yaml\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"file:///etc/hostname\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"file:pom.xml\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"jar:file:a.jar!/b\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$ref\":\"https://json-schema.org/draft/../application.yaml\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\",\"$id\":\"file:///etc/\","
                + "\"properties\":{\"a\":{\"$ref\":\"hostname\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a\":{\"$dynamicRef\":\"classpath:application.yaml\"}}}} # input_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"output_schema\":{\"$ref\":\"classpath:application.yaml\"}} # "
                + "output_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"output_schema\":{\"$schema\":\"file:///etc/hostname\"}} # "
                + "output_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"output_schema\":{\"type\":7}} # output_schema",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"metadata\":{\"preview_keys\":\"id\"}} # preview_keys",
        "{\"table_id\":TABLE,\"type\":\"preview\",\"name\":\"a\",\"metadata\":[]} # metadata",
        "[] # object",
        "null # object"})
    void aToolThatCantBeMade(String body, String named) {
        long table = table("{}");
        RestClient.Answer answer = rest.post("/api/v1/tools", body.strip().replace("TABLE", String.valueOf(table)));
        assertThat(answer.error()).as(answer.message()).isEqualTo("422/1006");
        assertThat(answer.message()).contains(named.strip());
        assertThat(rest.get("/api/v1/tools").data()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "/api/v1/mcp # {\"name\":7} # name", "/api/v1/mcp # {\"hashed\":\"yes\"} # hashed", "/api/v1/mcp # {\"status\":false} # status",
        "/api/v1/mcp/with_bindings # {} # bindings", "/api/v1/mcp/with_bindings # {\"bindings\":[]} # bindings",
        "/api/v1/mcp/with_bindings # {\"bindings\":[{}]} # tool_id",
        "/api/v1/mcp/with_bindings # {\"bindings\":[{\"tool_id\":1},{\"tool_id\":1}]} # twice", "/api/v1/tables # {} # name",
        "/api/v1/tables # {\"name\":\" \"} # name",
        "/api/v1/tables # {\"name\":\"a\",\"description\":{}} # description"})
    void otherInvalidToolsAreRefused(String path, String body, String named) {
        RestClient.Answer answer = rest.post(path.strip(), body.strip());
        assertThat(answer.error()).as(answer.message()).isEqualTo("422/1006");
        assertThat(answer.message()).contains(named.strip());
        assertThat(rest.get("/api/v1/mcp/list").data()).isEmpty();
    }

    @Test
    void invalidJsonAndUnknownPathsAreRefused() {
        assertThat(rest.post("/api/v1/tables", "{\"name\":").error()).isEqualTo("400/1001");
        assertThat(rest.post("/api/v1/tables", "[".repeat(200)).error()).isEqualTo("400/1001");
        assertThat(rest.post("/api/v1/tools", "{\"name\":\"" + "x".repeat(5_000_000) + "\"}").error()).isEqualTo("413/1001");
        assertThat(rest.get("/api/v1/tables?limit=0").error()).isEqualTo("422/1006");
        assertThat(rest.get("/api/v1/tables?limit=1001").error()).isEqualTo("422/1006");
        assertThat(rest.get("/api/v1/tables?skip=-1").error()).isEqualTo("422/1006");
        assertThat(rest.get("/api/v1/nowhere").error()).isEqualTo("404/1004");
        assertThat(rest.get("/api/v1/tables/99999999999999999999").error()).isEqualTo("404/1004");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {"PATCH # /api/v1/tables # GET, POST", "DELETE # /api/v1/tools/search # POST",
        "POST # /api/v1/tables/7 # DELETE, GET, PUT", "PUT # /api/v1/mcp/some-key/tools # GET", "POST # /api/v1/openapi.json # GET"})
    void anotherMethodIsToldWhichThereAre(String method, String path, String allowed) {
        RestClient.Answer answer = rest.ask(method, path, "{}");

        assertThat(answer.error()).isEqualTo("405/1005");
        assertThat(answer.message()).contains(allowed);
        assertThat(answer.json().get("data").isNull()).isTrue();
        assertThat(answer.header("Allow")).isEqualTo(allowed);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void requestThatNamesTwoPlacesIsRefused() {
        String path = "/api/v1/tables/" + table("{\"a\":{},\"b\":{}}") + "/data";
        String elements = "\"elements\":[{\"key\":\"x\",\"content\":1}]}";
        for (String[] request : new String[][] {
            {"", "{\"json_pointer_path\":\"/a\",\"mounted_json_pointer_path\":\"/b\","},
            {"?json_pointer_path=/a", "{\"json_pointer_path\":\"/b\","},
            {"?json_pointer_path=/a", "{\"mounted_json_pointer_path\":\"\","}}) {
            RestClient.Answer answer = rest.post(path + request[0], request[1] + elements);
            assertThat(answer.error()).as(request[1]).isEqualTo("422/1006");
            assertThat(answer.message()).contains("json_pointer_path", "/a");
        }
        assertThat(rest.get(path).data().get("data")).isEqualTo(json("{\"a\":{},\"b\":{}}"));
        assertThat(rest.post(path + "?json_pointer_path=/a",
                "{\"json_pointer_path\":\"/a\",\"mounted_json_pointer_path\":\"/a\"," + elements).status()).isEqualTo(201);
    }

    @Test
    void foreignOriginsAndMediaTypesAreRefused() throws Exception {
        assertThat(send("POST", "Origin", "http://evil.example", "Content-Type", "application/json").statusCode()).isEqualTo(403);
        assertThat(send("POST", "Content-Type", "text/plain").statusCode()).isEqualTo(415);
        assertThat(send("OPTIONS", "Content-Type", "application/json").statusCode()).isEqualTo(405);
        HttpResponse<String> preflight = send("OPTIONS", "Origin", "http://localhost:3000", "Content-Type", "application/json");
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Methods"))
                .hasValueSatisfying(methods -> assertThat(methods).contains("PUT", "DELETE"));
        assertThat(rest.get("/api/v1/tables").data()).isEmpty();
    }

    private HttpResponse<String> send(String method, String... headers) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/api/v1/tables")).headers(headers)
                .header("X-User-Id", user)
                .method(method, HttpRequest.BodyPublishers.ofString("{\"name\":\"x\"}")).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void schemaMayNotAllowMoreThanTheTypeUses() {
        String open = "\"input_schema\":{\"type\":\"object\",\"properties\":{\"query\":{},\"note\":{\"type\":\"string\"}}}";
        Made instance = instance(tool(table("{\"a\":1}"), "query_data", "q", open));
        assertThat(data(instance, "q", "{\"query\":\"a\",\"note\":\"why\"}").get("data").intValue()).isEqualTo(1);
        for (String arguments : new String[] {"{}", "{\"query\":7}", "{\"query\":null}"}) {
            JsonNode error = error(instance, "q", arguments);
            assertThat(error.get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
            assertThat(error.get("message").textValue()).contains("query");
        }
    }
}
