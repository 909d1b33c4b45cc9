package dev.caravan.source;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Secrets in settings of sources are shown to nobody, and an edit can't send them to another address. */
@Tag("full")
class SourceSecretsTest extends SourceGateways {

    private static final String SHOP = "url: http://127.0.0.1:1/mcp\nheaders: {Authorization: Bearer hunter2, X-Key: \"${SHOP_KEY:fall}\","
            + " X-Name: \"${SHOP_NAME}\"} # ours\nreconnect: on-call\n";

    private Path shop;

    private void configure() {
        shop = servers.resolve("shop.yaml");
        save(shop, SHOP);
        save(servers.resolve("run.yaml"), "{command: x, args: [--api-key, k9, --url=https://u:p8@h/, -v, --header, "
                + "\"Authorization: Bearer b6\"], env: [TOKEN=t7, \"HOST=${FREE_TOKEN}\"], reconnect: on-call}\n");
    }

    @Test
    void literalSecretsAreHiddenAndVariablesShown() {
        configure();

        assertThat(shown("servers", "shop").get("settings").asText())
                .isEqualTo(
                        "url: http://127.0.0.1:1/mcp\nheaders: {Authorization: \"***\", X-Key: \"***\", X-Name: \"${SHOP_NAME}\"} # "
                                + "ours\nreconnect: on-call\n");
        assertThat(shown("servers", "run").get("settings").asText()).isEqualTo("{command: x, "
                + "args: [\"***\", \"***\", \"***\", \"***\", \"***\", \"***\"], env: [\"***\", \"***\"], reconnect: on-call}\n");
        assertThat(rest.get("/api/v1/sources").data().toString()).doesNotContain("hunter2", "k1", "n1");
    }

    @Test
    void aValueIsHiddenAsAWhole() {
        Path file = servers.resolve("web.yaml");
        save(file, "{url: 'http://127.0.0.1:1/', headers: {X-Sign: aGVsbG8=, X-Name: 'shop='}, reconnect: on-call}\n");
        save(servers.resolve("run.yaml"),
                "{command: x, args: [--token, c2VjcmV0=, --key=ab3=, --auth, cd4=ef], env: [TOKEN=t7=, EMPTY=], reconnect: on-call}\n");
        save(folder.resolve("apis/signed.openapi.yaml"), "openapi: 3.0.0\nservers: [{url: \"http://127.0.0.1:1\"}]\npaths: {}\n");
        save(folder.resolve("apis/signed.yaml"), "headers: {X-Sign: aGVsbG8=}\n");

        String web = shown("servers", "web").get("settings").asText();
        assertThat(web).contains("X-Sign: \"***\", X-Name: \"***\"");
        assertThat(shown("apis", "signed").get("settings").asText()).isEqualTo("headers: {X-Sign: \"***\"}\n");
        assertThat(shown("servers", "run").get("settings").asText())
                .contains("args: [\"***\", \"***\", \"***\", \"***\", \"***\"], env: [\"***\", \"***\"]");
        assertThat(change("servers", "web", web.replace("\"***\"", "\"aGVsbG8=***\"")).status()).isEqualTo(200);
        assertThat(read(file)).as("only *** keeps a header").contains("X-Sign: \"aGVsbG8=***\"");
    }

    @Test
    void hiddenSecretsAndVariablesStayIfTheAddressStays() {
        configure();
        String shown = shown("servers", "shop").get("settings").asText();

        assertThat(change("servers", "shop", shown + "tags: [a]\n").status()).isEqualTo(200);

        assertThat(read(shop)).contains(
                "Authorization: \"Bearer hunter2\", X-Key: \"${SHOP_KEY:fall}\", X-Name: \"${SHOP_NAME}\"} # ours", "\ntags: [a]\n");
    }

    @Test
    void editCannotSendASecretElsewhere() {
        configure();
        String shown = shown("servers", "shop").get("settings").asText();
        String before = read(shop);

        assertThat(change("servers", "shop", shown.replace("127.0.0.1:1", "evil")).message())
                .startsWith("settings: *** keeps a secret only while");
        assertThat(change("servers", "shop", shown.replace("X-Name", "X-Other")).message()).contains("only while");
        assertThat(change("servers", "shop", "url: http://evil/\nheaders: {A: \"${SHOP_NAME}\"}\n").message())
                .contains("the variable SHOP_NAME is not released");
        assertThat(change("servers", "shop", shown + "tags: [\"${SHOP_KEY}\"]\n").message())
                .contains("the variable SHOP_KEY is not released");
        assertThat(change("servers", "shop", shown + "tags: [\"\\x24{SHOP_KEY}\"]\n").message())
                .contains("the variable SHOP_KEY is not released");
        assertThat(add("servers", "new", "url: http://evil/\nheaders: {A: \"${SHOP_NAME}\"}\n").message())
                .contains("the variable SHOP_NAME is not released");
        assertThat(add("servers", "new", "url: http://evil/\nheaders: {A: \"${FREE_${SHOP_KEY}}\"}\n").message()).contains("not released");
        assertThat(add("servers", "new", "url: http://evil/\nexpose.override.t.description: \"${SHOP_KEY}\"\n").message())
                .contains("not released");
        assertThat(add("servers", "new", "url: http://evil/\nheaders: {A: !!binary JHtTSE9QX0tFWX0=}\n").message())
                .contains("tags (!name)");
        assertThat(add("servers", "new", "url: http://evil/\nheaders: {A: \"***\"}\n").message()).contains("only while headers, url stays");
        assertThat(read(shop)).isEqualTo(before);
        assertThat(servers.resolve("new.yaml")).doesNotExist();

        assertThat(add("servers", "new", "url: http://127.0.0.1:1/\nheaders: {A: \"Bearer ${FREE_TOKEN}\"}\nreconnect: on-call\n").status())
                .isEqualTo(201);
        assertThat(read(servers.resolve("new.yaml"))).contains("A: \"Bearer ${FREE_TOKEN}\"");
    }

    @Test
    void theFormOfAKeyHidesNoSecretLess() {
        save(servers.resolve("web.yaml"), "{url: 'http://127.0.0.1:1/', Headers: {X-Tenant: t1}, 'headers[X-T]': t2, H-eaders.X-U: t3,"
                + " reconnect: on-call}\n");
        save(servers.resolve("run.yaml"), "{command: x, 'Args[0]': --token, 'args[1]': t4, ENV: ['A=t5', 'B=${FREE_TOKEN}'], reconnect: "
                + "on-call}\n");
        save(servers.resolve("more.yaml"), "{command: x, env: 'A=t6,B=t7', args: '-v,--token,t8', reconnect: on-call}\n");
        assertThat(shown("servers", "web").get("settings").asText()).doesNotContain("t1", "t2", "t3");
        assertThat(shown("servers", "run").get("settings").asText()).doesNotContain("t4", "t5");
        assertThat(shown("servers", "more").get("settings").asText()).doesNotContain("t6", "t7", "t8");
    }

    @Test
    void newDocumentKeepsSecretsOnlyIfTheSettingsNameTheServer() {
        String document = "openapi: 3.0.0\nservers: [{url: \"http://127.0.0.1:1\"}]\npaths: {/a: {get: {operationId: one}}}\n";
        save(folder.resolve("apis/shop.openapi.yaml"), document);
        save(folder.resolve("apis/shop.yaml"), "headers: {X-Key: hunter2}\n");

        assertThat(document("shop", document.replace("127.0.0.1:1", "evil"))).contains("only while the document stays");

        save(folder.resolve("apis/shop.yaml"), "server: http://127.0.0.1:1\nheaders: {X-Key: hunter2}\n");
        assertThat(document("shop", document.replace("one", "two"))).isEqualTo("ok");
        assertThat(read(folder.resolve("apis/shop.openapi.yaml"))).contains("two");
        assertThat(read(folder.resolve("apis/shop.yaml"))).contains("hunter2");
    }

    private String document(String api, String document) {
        return rest.put("/api/v1/sources/apis/" + api,
                JSON.createObjectNode().put("document", document).put("version", shown("apis", api).get("version").asText()).toString())
                .message();
    }
}
