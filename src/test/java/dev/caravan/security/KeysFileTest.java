package dev.caravan.security;

import static dev.caravan.security.AccessFilesGateway.key;
import static dev.caravan.security.AccessFilesGateway.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Keys in {@code config/keys.yaml} are taken up while the gateway serves. A mistake in the file changes nothing, and health tells it. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeysFileTest {

    private static final String KEYS = "# Keys of the team\n" + key("ann") + key("sales", "toolsets: [sales]", "note: for the agent")
            + key("both", "toolsets: [sales, shop]", "expires: 2999-12-31") + key("tagged", "tags: [shop, orders]", "toolsets: [sales]")
            + key("old", "expires: 2020-01-31").replace("tools:call]", "tools:call, \"toolset:sales\"]")
            + key("scoped").replace("tools:call]", "tools:call, \"toolset:shop\"]");

    private AccessFilesGateway access;

    @BeforeAll
    void start() {
        access = new AccessFilesGateway(KEYS, builder -> builder);
    }

    @AfterAll
    void stop() {
        access.close();
    }

    @BeforeEach
    void restore() {
        access.write("keys.yaml", KEYS);
        until(() -> access.status("ann") == 200 && access.status("sales") == 200 && access.status("new") == 401
                && access.health().path("status").asText().equals("UP"));
    }

    @Test
    void keySeesItsToolsetsAndNothingElse() {
        assertThat(access.tools("ann")).containsExactly("count_orders", "find_item", "other");
        assertThat(access.tools("sales")).containsExactly("count_orders");
        assertThat(access.tools("both")).containsExactly("count_orders", "find_item");
        assertThat(access.tools("tagged")).containsExactly("count_orders");
        assertThat(access.tools("scoped")).containsExactly("find_item");
        assertThat(access.call("/mcp", "sales", "count_orders")).isEqualTo("12");
        assertThat(access.call("/mcp", "sales", "other")).isEqualTo("Unknown tool: other");
    }

    @Test
    void addressOnlyNarrows() {
        assertThat(access.tools("/mcp/set/shop", "ann")).containsExactly("find_item");
        assertThat(access.tools("/mcp/set/shop", "both")).containsExactly("find_item");
        assertThat(access.tools("/mcp/set/shop", "sales")).isEmpty();
        assertThat(access.call("/mcp/set/shop", "sales", "find_item")).isEqualTo("Unknown tool: find_item");
        assertThat(access.call("/mcp/set/shop", "sales", "count_orders")).isEqualTo("Unknown tool: count_orders");
        assertThat(access.client.rpcAt("/mcp/set/none", "tools/list", "{}").status()).isEqualTo(401);
    }

    @Test
    void expiredKeyIsRefusedLikeAWrongOne() {
        SecuredClient.Answer wrong = access.client.rpc("tools/list", "{}", "X-API-Key", "wrong");
        try (GatewayLog log = GatewayLog.record()) {
            SecuredClient.Answer expired = access.client.rpc("tools/list", "{}", "X-API-Key", "old");
            assertThat(expired.status()).isEqualTo(401);
            assertThat(expired.body()).isEqualTo(wrong.body());
            assertThat(expired.header("WWW-Authenticate")).isEqualTo(wrong.header("WWW-Authenticate"));
            log.awaits("Expired key refused name=old");
            assertThat(log.auditEvents("HTTP_401_EXPIRED", 1)).hasSize(1);
        }
    }

    @Test
    void editsCountWithoutARestart() throws Exception {
        try (StreamClient stream = StreamClient.open(access.gateway.port(), "/mcp", "X-API-Key", "sales")) {
            access.write("keys.yaml", key("ann") + key("new", "toolsets: [shop]"));
            until(() -> access.tools("new").equals(List.of("find_item")));
            assertThat(access.status("sales")).isEqualTo(401);
            String event = stream.next();
            while (!event.equals(StreamClient.END)) {
                event = stream.next();
            }
        }
    }

    @Test
    void mistakesKeepTheKeysAndHealthSaysWhere() {
        String hash = "sha256: " + OwnGateway.sha256("x");
        for (String[] mistake : new String[][]{
            {"ann:\n  sha256: 12\n", ":2: sha256 must have 64 hexadecimal digits"},
            {"ann:\n  sha256: " + OwnGateway.sha256("") + "\n", ":2: sha256 is that of an empty key"},
            {"ann:\n  " + hash + "\n  scope: [tools:read]\n", ":3: the key scope is unknown"},
            {"ann:\n  " + hash + "\n  expires: tomorrow\n", ":3: expires must be a date such as 2027-01-31"},
            {"ann:\n  " + hash + "\n  toolsets: []\n", ":3: toolsets must name a toolset"},
            {"ann:\n  " + hash + "\n  toolsets:\n", ":3: tags and toolsets must be lists"},
            {"ann:\n  " + hash + "\n  tags:\n", ":3: tags and toolsets must be lists"},
            {"ann:\n  " + hash + "\nben:\n  " + hash + "\n", ":4: sha256 is that of ann too"},
            {"ann:\n  " + hash + "\nann:\n  " + hash + "\n", ":3: ann is here twice"},
            {"ann:\n", ":1: ann has no sha256"},
            {"ann:\n  sha265: 12\n", ":1: sha256 is missing"},
            {"an n:\n  " + hash + "\n", ":1: an n must be 1 to 128"},
            {"- ann\n", ":1: the settings must be a mapping"},
            {"ann: {sha256: \"\n", ":2:1: found unexpected end of stream"}}) {
            access.write("keys.yaml", "\n" + mistake[0]);
            String expected = "keys.yaml:" + (Integer.parseInt(mistake[1].replaceAll("^:(\\d+).*", "$1")) + 1)
                    + mistake[1].replaceFirst("^:\\d+", "");
            access.untilRefused("keys", expected);
            assertThat(access.health().get("status").textValue()).isEqualTo("DEGRADED");
            assertThat(access.tools("sales")).as(mistake[0]).containsExactly("count_orders");
            assertThat(access.health().toString()).doesNotContain(OwnGateway.sha256("x"));
        }
    }

    @Test
    void deletedFileRevokesItsKeys() {
        access.delete("keys.yaml");
        until(() -> access.status("ann") == 401);
    }
}
