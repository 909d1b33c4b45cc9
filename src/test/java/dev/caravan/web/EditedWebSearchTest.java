package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditedTools;
import dev.caravan.embedded.ServerKind;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the routes alone how many pages {@code web_search} asks for, and of which engines. */
@Tag("full")
class EditedWebSearchTest {

    private int asked;

    @Test
    void editedRoutesSetPagesAndEngines() throws Exception {
        try (LoopbackSearch search = new LoopbackSearch();
                EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO}, "web-search.searxng-url=" + search.url())) {
            search.behave((exchange, query) -> {
                int page = Integer.parseInt(query.getOrDefault("pageno", "1"));
                send(exchange, 200, results(
                        IntStream.range(0, 5).mapToObj(i -> result("t", "https://e.org/" + page + "/" + i, "")).toArray(String[]::new)));
            });
            assertThat(found(tools)).isEqualTo(15);
            assertThat(search.requests()).hasSize(3).allMatch(query -> !query.containsKey("engines"));

            tools.edit("tools/web/web_search.camel.yaml", "constant: \"3\"", "constant: \"2\"");
            await().atMost(Duration.ofSeconds(60)).until(() -> found(tools) == 10);

            tools.edit("upstream/web-search-searxng.camel.yaml", "constant: \"\"", "constant: bing,wikipedia");
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                found(tools);
                return "bing,wikipedia".equals(search.requests().get(search.requests().size() - 1).get("engines"));
            });
        }
    }

    /** Of a query that nobody has asked, as the gateway keeps answers. */
    private int found(EditedTools tools) {
        return tools.data("web_search", "{\"query\":\"query " + asked++ + "\",\"maxResults\":20}").get("items").size();
    }
}
