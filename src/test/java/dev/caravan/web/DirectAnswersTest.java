package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** {@code web_search} passes on what the service itself answers: SearXNG's answers and infoboxes. */
class DirectAnswersTest extends WebSearchTest {

    private static final String INFOBOX = """
            {"infobox":"Apache <b>Camel</b>","id":"https://en.wikipedia.org/wiki/Apache_Camel","content":"An integration &amp; framework",
             "attributes":[{"label":"License","value":"Apache 2.0","entity":"P275"},{"label":"Logo","image":{"src":"https://e.org/l.png"}}],
             "urls":[{"title":"Site","url":"https://camel.apache.org/"},{"title":"bad","url":"javascript:alert(1)"}],
             "engine":"wikipedia","engines":["wikipedia","wikidata"],"img_src":"https://e.org/l.png"}""";

    @Test
    void answersAndInfoboxesAreBesideTheItems() {
        JsonNode data = data(results(result("t", "https://e.org/", "c")),
                "[{\"answer\":\"42 is <i>the</i> answer\",\"url\":\"https://e.org/a\",\"engine\":\"ask\"}]",
                "[" + INFOBOX + "]");

        assertThat(data.at("/items/0/title").asText()).isEqualTo("t");
        assertThat(data.get("answers")).isEqualTo(
                object("{\"a\":[{\"text\":\"42 is the answer\",\"url\":\"https://e.org/a\",\"engines\":[\"ask\"]}]}").get("a"));
        assertThat(data.get("infoboxes").get(0)).isEqualTo(object("""
                {"title":"Apache Camel","text":"An integration & framework","url":"https://en.wikipedia.org/wiki/Apache_Camel",
                 "engines":["wikipedia","wikidata"],"attributes":[{"label":"License","value":"Apache 2.0"}],
                 "links":[{"title":"Site","url":"https://camel.apache.org/"}]}"""));
    }

    @Test
    void answersOfOlderVersionsAndOfOtherKindsAreTexts() {
        JsonNode data = data(results(), """
                ["1 + 1 = 2", {"translations":[{"text":"Haus"},{"text":"Heim"}],"template":"answer/translations.html","engine":"dictzone"},
                 {"current":{"summary":"sunny, 20 °C"},"url":"javascript:alert(1)"}, {"other":1}, null, " "]""",
                "[{\"infobox\":\"\"},{}]");

        assertThat(data.get("items")).isEmpty();
        assertThat(data.get("answers").findValuesAsText("text")).containsExactly("1 + 1 = 2", "Haus; Heim", "sunny, 20 °C");
        assertThat(data.get("answers").findValues("url")).isEmpty();
        assertThat(data.has("infoboxes")).isFalse();
    }

    @Test
    void cachedAnswerHasThemToo() {
        ObjectNode query = fresh();
        behave(results(result("t", "https://e.org/", "c")), "[\"yes\"]", "[]");
        JsonNode first = client.envelope("web_search", query);
        JsonNode cached = client.envelope("web_search", query);

        assertThat(cached.at("/meta/cached").booleanValue()).isTrue();
        assertThat(cached.get("data")).isEqualTo(first.get("data"));
        assertThat(cached.at("/data/answers/0/text").asText()).isEqualTo("yes");
    }

    @Test
    void thereAreAtMostTenOfEach() {
        JsonNode data = data(results(), "[" + String.join(",", Collections.nCopies(100, "\"" + "a".repeat(5_000) + "\"")) + "]",
                "[" + String.join(",", Collections.nCopies(100, INFOBOX)) + "]");

        assertThat(data.get("answers")).hasSize(10);
        assertThat(data.at("/answers/0/text").asText()).hasSize(2_000);
        assertThat(data.get("infoboxes")).hasSize(10);
    }

    @Test
    void searchWithoutThemHasItemsOnly() {
        assertThat(data(results(result("t", "https://e.org/", "c")), "[]", "[]").fieldNames()).toIterable().containsExactly("items");
    }

    private JsonNode data(String results, String answers, String infoboxes) {
        behave(results, answers, infoboxes);
        JsonNode envelope = client.envelope("web_search", fresh());
        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    private static void behave(String results, String answers, String infoboxes) {
        String answer = results.replace("\"answers\":[]", "\"answers\":" + answers)
                .replace("\"infoboxes\":[]", "\"infoboxes\":" + infoboxes);
        SEARCH.behave((exchange, query) -> send(exchange, 200, query.containsKey("pageno") ? results() : answer));
    }
}
