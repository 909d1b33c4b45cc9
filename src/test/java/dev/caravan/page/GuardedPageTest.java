package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.caravan.GatewayTest;
import dev.caravan.security.LightGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who may see what: the page is public, what it shows isn't. And a gateway that goes away and comes back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardedPageTest {

    private static final String ALL = "kAll-0c6f0b1e4c5f9f0e4f3c";
    private static final String READER = "kReader-21b84d0c9a3f77de";
    private static final String DOCUMENTS = "kDocuments-9b7a51c2e8d0";

    private final HttpClient http = HttpClient.newHttpClient();
    private LightGateway gateway;

    @BeforeAll
    void start() throws Exception {
        gateway = new LightGateway(List.of(LightGateway.tool("find_document", "documents", "found"), LightGateway.tool("find_node", "graph", "found")),
                "security.mode=api-key",
                "security.keys[0].name=all", "security.keys[0].sha256=" + sha256(ALL), "security.keys[0].scopes=tools:read,tools:call",
                "security.keys[1].name=reader", "security.keys[1].sha256=" + sha256(READER), "security.keys[1].scopes=tools:read",
                "security.keys[2].name=documents", "security.keys[2].sha256=" + sha256(DOCUMENTS), "security.keys[2].scopes=tools:read,tools:call",
                "security.keys[2].tags=documents");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void thePageIsPublicAndItsStateIsNot() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(200);
        assertThat(get("/page/main.js").statusCode()).isEqualTo(200);
        for (String state : List.of("/page/state", "/page/state/work")) {
            assertThat(get(state).statusCode()).isEqualTo(401);
            assertThat(get(state).headers().firstValue("WWW-Authenticate")).isPresent();
            assertThat(get(state, "Authorization", "Bearer " + READER).statusCode()).isEqualTo(200);
        }
        assertThat(get("/page/state", "X-API-Key", ALL).body()).contains("find_node", "\"breakers\"");
        assertThat(get("/page/state", "X-API-Key", DOCUMENTS).body()).as("a key for some tools does not learn of the others").contains("\"breakers\"").doesNotContain("find_node");
    }

    @Test
    void theFilesAreSentWithAPolicyAndAreAskedForOnce() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("default-src 'none'", "script-src 'self'", "style-src 'self'",
                "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'").doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(page.body()).doesNotContain("style=", "onclick", "<style");
        for (String file : List.of("main.js", "page.css", "echarts.js", "option.js", "icon.svg")) {
            HttpResponse<String> answer = get("/page/" + file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            String tag = answer.headers().firstValue("ETag").orElseThrow();
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache");
            HttpResponse<String> again = get("/page/" + file, "If-None-Match", tag);
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(get("/page/" + file, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        }
        assertThat(get("/page/main.js").headers().firstValue("Content-Type")).contains("text/javascript; charset=utf-8");
        for (String nothing : List.of("/page/none.js", "/page/..%2Fapplication.yaml", "/page/PageFiles.class", "/page/package-info.class", "/page/", "/pages")) {
            assertThat(get(nothing).statusCode()).as(nothing).isEqualTo(404);
        }
        assertThat(get("/", "Origin", "https://evil.example.com").statusCode()).isEqualTo(403);
        assertThat(send("POST", "/").statusCode()).isEqualTo(405);
        HttpResponse<String> head = send("HEAD", "/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void itAsksForAKeyKeepsItInItsTabAndSaysWhatItIsNotGoodFor() throws Exception {
        try (PageBrowser browser = new PageBrowser(gateway.port())) {
            Page page = browser.open("#/tools/find_node");
            page.waitForSelector("text=The gateway wants to know who you are.");
            page.click("text=Enter an API key or token");
            page.keyboard().type("wrong");
            page.keyboard().press("Enter");
            page.waitForSelector("text=401: ");
            page.click("#go-state");
            page.waitForSelector("text=The gateway does not let you see its state");
            page.goBack();

            access(page, READER);
            page.waitForSelector("a[data-tool=find_document]");
            page.click("button[type=submit]");
            page.click("text=Run it");
            page.waitForSelector(".failure");
            assertThat(page.locator(".failure").textContent()).contains("tools:call");

            access(page, ALL);
            page.waitForSelector("button[type=submit]");
            page.click("button[type=submit]");
            page.click("text=Run it");
            page.waitForSelector(".result h2:text-is('Succeeded')");
            page.click("[role=tab]:text-is('curl')");
            assertThat(page.locator("[role=tabpanel] pre").textContent()).contains("Bearer $CARAVAN_TOKEN").doesNotContain(ALL);
            assertThat(page.url()).doesNotContain(ALL);
            assertThat(page.content()).doesNotContain(ALL);
            assertThat(page.evaluate("() => localStorage.length + document.cookie.length")).isEqualTo(0);

            access(page, DOCUMENTS);
            page.waitForSelector("text=There is no tool of that name");
            assertThat(page.locator("#groups .name").allTextContents()).containsExactly("find_document");
            page.click("#go-state");
            page.waitForSelector("text=Not shown to callers who may not use every tool.");
            page.click("#access");
            page.click("text=Forget both");
            page.click("#go-tools");
            page.waitForSelector("text=The gateway wants to know who you are.");
            assertThat(browser.stray()).isEmpty();
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void aGatewayThatIsAwayIsSaidAndComesBackByItself() throws Exception {
        int port = GatewayTest.freePort();
        try (Relay relay = new Relay(port, gateway.port()); PageBrowser browser = new PageBrowser(port)) {
            Page page = browser.open("");
            access(page, ALL);
            page.waitForSelector("a[data-tool=find_document]");
            for (String view : List.of("#/tools/find_document", "#/state")) {
                page.navigate("http://127.0.0.1:" + port + "/" + view);
                page.waitForSelector(view.equals("#/state") ? "h2:text-is('Circuit breakers')" : "button[type=submit]");
                relay.cut();
                page.waitForSelector("#away:not([hidden])");
                assertThat(page.locator("#away").textContent()).contains("Trying again");
                assertThat(page.locator("#away").getAttribute("role")).isEqualTo("alert");
                if (!view.equals("#/state")) {
                    page.click("button[type=submit]");
                    page.click("text=Run it");
                    page.waitForSelector(".failure:has-text('can’t be reached')");
                }
                relay.mend();
                page.waitForSelector("#away", new Page.WaitForSelectorOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN));
            }
            page.click("#go-tools");
            assertThat(page.locator("#groups .name").allTextContents()).contains("find_document", "find_node");
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void itCanBeTurnedOff() throws Exception {
        try (LightGateway off = new LightGateway(List.of(), "page.enabled=false")) {
            for (String path : List.of("/", "/page/main.js", "/page/state", "/page/state/work")) {
                HttpResponse<String> answer = http.send(HttpRequest.newBuilder(URI.create(off.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    private static void access(Page page, String key) {
        page.click("#access");
        page.locator("dialog input").first().fill(key);
        page.keyboard().press("Enter");
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.url() + path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
