package dev.caravan.source;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.RestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sources are added, changed and removed over REST in the files that operators edit. What is refused changes nothing. */
@Tag("full")
class SourceEditsTest extends SourceGateways {

    @Test
    void serverIsAddedChangedAndRemovedInItsFile() {
        Path shop = servers.resolve("shop.yaml");
        Path other = servers.resolve("other.yaml");
        save(other, "{url: 'http://127.0.0.1:1/other'} # kept\n");

        RestClient.Answer added = add("servers", "shop", "url: http://127.0.0.1:1/mcp # there\nreconnect: on-call\n");

        assertThat(added.status()).as(added.message()).isEqualTo(201);
        assertThat(added.data().get("file").asText()).isEqualTo(shop.toString());
        assertThat(read(shop)).isEqualTo("url: http://127.0.0.1:1/mcp # there\nreconnect: on-call\n");

        assertThat(change("servers", "shop", "url: http://127.0.0.1:1/mcp\nexpose: {}\n").data().get("settings").asText())
                .isEqualTo("url: http://127.0.0.1:1/mcp\nexpose: {}\n");

        assertThat(remove("servers", "shop").status()).isEqualTo(200);
        assertThat(shop).doesNotExist();
        assertThat(read(other)).isEqualTo("{url: 'http://127.0.0.1:1/other'} # kept\n");
        assertThat(rest.get("/api/v1/sources/servers/shop").error()).isEqualTo("404/1004");
    }

    @Test
    void invalidEditIsRefusedWithItsLineAndNothingIsWritten() throws IOException {
        List<String> before = files();

        assertThat(add("servers", "a", "url: http://127.0.0.1:1/mcp\nexpsoe: {}\n").message()).contains("expsoe");
        assertThat(add("servers", "a", "url: http://127.0.0.1:1/mcp\n\ntimeout: soon\n").message()).startsWith("settings:3:")
                .contains("soon");
        assertThat(add("servers", "a", "url: [\n").message()).startsWith("settings:");
        assertThat(add("servers", "a", "url: ftp://x/\n").message()).contains("url must begin with http");
        assertThat(add("servers", "a", "x: &a 1\ny: *a\n").message()).contains("settings:1: anchors");
        assertThat(add("servers", "a", "url: http://h/\ntags: ['{{env:HOME}}']\n").message())
                .contains("a tag must not be empty or contain");
        assertThat(add("servers", "a", "command: x\nenv: [A=1, 's3cret of B']\n").message()).contains("env takes NAME=value. Entry 2")
                .doesNotContain("s3cret");
        assertThat(add("servers", "a.b", "url: http://h/").message()).startsWith("name:");
        assertThat(add("servers", "a", "url: http://h/\n", "{}").message()).startsWith("document:");
        assertThat(add("servers", "a",
                "url: http://h/\noauth: {grant: token-exchange, token-url: http://evil/, client-id: c, client-secret: s}\n").message())
                .contains("by hand only");
        assertThat(add("servers", "a",
                "url: http://h/\noauth: {grant: login, issuer: https://idp, authorization-url: https://idp/a, token-url: http://evil/t, "
                        + "client-id: c}\n")
                .message()).contains("by hand only");
        assertThat(add("apis", "a", "server: http://evil\noauth: {grant: login, issuer: https://idp, client-id: c}\n",
                "openapi: 3.0.0\npaths: {}\ncomponents: {securitySchemes: {o: {type: oauth2, flows: "
                        + "{authorizationCode: {authorizationUrl: 'https://idp/a', tokenUrl: 'http://evil/t', scopes: {}}}}}}\n")
                .message()).contains("by hand only");
        assertThat(add("servers", "a", "x: " + "[".repeat(40) + "]".repeat(40)).message()).contains("nested too deep");
        assertThat(add("servers", "a", "# nothing\n").error()).isEqualTo("422/1006");
        assertThat(add("apis", "a", "expsoe: {}\n", "openapi: 3.0.0\npaths: {}\nservers: [{url: http://h}]\n").message())
                .startsWith("settings:1: ").contains("expsoe");
        assertThat(add("apis", "a", "", "openapi: 3.0.0\nservers: [{url: http://h}]\n").message()).startsWith("document")
                .contains("no paths");
        assertThat(add("apis", "a", "server: http://u:p@h\n", "openapi: 3.0.0\npaths: {}\n").message()).contains("without user");
        assertThat(add("apis", "../a", "", "{}").error()).isEqualTo("422/1006");
        assertThat(add("things", "a", "").error()).isEqualTo("404/1004");

        assertThat(files()).isEqualTo(before);
    }

    /** It would begin another header, or another request. */
    @Test
    void aLineBreakInAHeaderIsRefusedByName() {
        String api = "openapi: 3.0.0\npaths: {}\nservers: [{url: http://h}]\ncomponents: {securitySchemes: {k: {type: apiKey, in: header, "
                + "name: X-Key}}}\n";
        for (String value : List.of("a\\r\\nX-B: c", "a\\nb", "a\\rb", "a\\0b")) {
            assertThat(add("servers", "a", "url: http://127.0.0.1:1/mcp\nheaders: {X-A: \"" + value + "\"}\n").message())
                    .startsWith("settings:").contains("X-A", "line breaks").doesNotContain("X-B");
            assertThat(add("apis", "a", "headers: {\"" + value + "\": x}\n", api).error()).isEqualTo("422/1006");
            assertThat(add("apis", "a", "headers: {X-A: \"" + value + "\"}\n", api).message()).contains("settings:1", "X-A", "line breaks")
                    .doesNotContain("X-B");
            assertThat(add("apis", "a", "credentials: {k: \"" + value + "\"}\n", api).message())
                    .contains("settings:1", "value of k", "line breaks").doesNotContain("X-B");
        }
    }

    @Test
    void aPasswordInAnAddressIsRefusedAndNotRepeated() {
        assertThat(add("servers", "a", "url: http://u:s3cret@127.0.0.1:1/mcp\n").message()).contains("url must not contain a user")
                .doesNotContain("s3cret");
        assertThat(add("apis", "a", "server: http://u:s3cret@h\n", "openapi: 3.0.0\npaths: {}\n").message()).contains("without user")
                .doesNotContain("s3cret");
    }

    @Test
    void outdatedEditIsRefused() {
        Path one = servers.resolve("one.yaml");
        save(one, "{url: 'http://127.0.0.1:1/a', reconnect: on-call}\n");
        String version = shown("servers", "one").get("version").asText();
        assertThat(add("servers", "one", "url: http://127.0.0.1:1/b\n").error()).isEqualTo("409/1009");
        save(one, read(one).replace("1/a", "1/by-hand"));

        for (JsonNode body : List.of(JSON.createObjectNode().put("settings", "url: http://127.0.0.1:1/c\n").put("version", version),
                JSON.createObjectNode().put("version", "any"))) {
            assertThat(rest.put("/api/v1/sources/servers/one", body.toString()).error()).isEqualTo("409/1009");
        }
        assertThat(rest.delete("/api/v1/sources/servers/one?version=" + version).error()).isEqualTo("409/1009");
        assertThat(rest.delete("/api/v1/sources/servers/one").error()).isEqualTo("422/1006");
        assertThat(rest.put("/api/v1/sources/servers/one", "{}").error()).isEqualTo("422/1006");
        assertThat(read(one)).contains("by-hand");
    }

    @Test
    void commandsAndKameletsNeedTheOperatorsPermission() {
        Path run = servers.resolve("run.yaml");
        save(run, "{command: echo, reconnect: on-call}\n");

        assertThat(add("servers", "more", "command: sh\nargs: [-c, id]\n").error()).isEqualTo("403/1003");
        assertThat(add("servers", "more", "Com-Mand: sh\n").message()).contains("Com-Mand is unknown");
        assertThat(change("servers", "run", "command: echo\nreconnect: on-call\ntags: [a]\n").message())
                .contains("caravan.sources.editable does not have commands");
        assertThat(change("servers", "run", "url: http://127.0.0.1:1/\n").message())
                .contains("caravan.sources.editable does not have commands");
        assertThat(remove("servers", "run").message()).contains("caravan.sources.editable does not have commands");
        assertThat(add("kamelets", "say", "kamelet: log-sink\n").message()).contains("caravan.sources.editable does not have kamelets");
        assertThat(read(run)).isEqualTo("{command: echo, reconnect: on-call}\n");
        assertThat(servers.resolve("more.yaml")).doesNotExist();
    }

    @Test
    void fileThatCannotBeReplacedStaysUnchanged() throws IOException {
        Path blocked = servers.resolve(".blocked.yaml.tmp/x");
        save(blocked, "in the way");

        RestClient.Answer answer = add("servers", "blocked", "url: http://127.0.0.1:1/\n");

        Files.delete(blocked);
        Files.delete(blocked.getParent());
        assertThat(answer.error()).isEqualTo("503/1000");
        assertThat(answer.message()).contains("Is its folder read-only?");
        assertThat(servers.resolve("blocked.yaml")).doesNotExist();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.endsWith(".sources.lock")).map(Path::toString).sorted().toList();
        }
    }
}
