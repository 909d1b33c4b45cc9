package dev.caravan.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.UpstreamException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a search tool is read in linear time, whatever it says. */
class McpSearchTextTest {

    private final ObjectMapper mapper = new ObjectMapper();
    private final McpSearch search = new McpSearch(mapper,
            new WebSearchProperties(WebSearchProperties.Service.MCP, URI.create("http://127.0.0.1"), "searxng", "search", "all",
            Duration.ofSeconds(1), Duration.ZERO, 1));

    private List<Search.Item> items(String text) throws UpstreamException {
        ObjectNode result = mapper.createObjectNode();
        result.putArray("content").addObject().put("text", text);
        return search.page(result).items();
    }

    @Test
    void blocksOfLinesAreResults() throws Exception {
        List<Search.Item> items = items(
                "Title: One\nDescription: first\nand second line\nURL: https://e.org/1 (cached)\nRelevance Score: 0.5\n\nTitle: Two\nURL: "
                        + "https://e.org/2\nContent: after\nmore\n"
                + "Title: Without address\nTitle: Three\r\nURL: https://e.org/3\r\n");

        assertThat(items).extracting(Search.Item::title).containsExactly("One", "Two", "Three");
        assertThat(items).extracting(Search.Item::url).containsExactly("https://e.org/1", "https://e.org/2", "https://e.org/3");
        assertThat(items).extracting(Search.Item::snippet).containsExactly("first and second line", "after", "");
    }

    @Test
    void answersInJsonAreRead() throws Exception {
        ObjectNode result = mapper.createObjectNode();
        result.putArray("content").addObject().put("text",
                "{\"results\":[],\"answers\":[{\"answer\":\"yes\"}],\"infoboxes\":[{\"infobox\":\"A\"}]}");

        assertThat(search.page(result).direct().answers().at("/0/text").asText()).isEqualTo("yes");
        assertThat(search.page(result).direct().infoboxes().at("/0/title").asText()).isEqualTo("A");
        result = mapper.createObjectNode().set("structuredContent", mapper.readTree(result.at("/content/0/text").asText()));
        assertThat(search.page(result).direct().answers().at("/0/text").asText()).isEqualTo("yes");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"Title: a\nContent: x\n", "Title:", "Title: ", "Title:\n", "Title: a\nURL:\n", "Content: \n", "\n",
        "Title: x\nContent: <b><i><p><table>\nURL: https://e.org/\n"})
    void hostileTextIsReadQuickly(String part) {
        String text = part.repeat(1_000_000 / part.length());
        long start = System.nanoTime();

        for (String each : List.of(text, "Title: a\nContent: " + text + "\nURL: https://e.org/",
                "Title: a" + " ".repeat(1_000_000) + "\n" + text)) {
            assertThatCode(() -> items(each)).satisfiesAnyOf(none -> assertThat(none).isNull(),
                    refused -> assertThat(refused).isInstanceOf(UpstreamException.class));
        }
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "<a", "<a ", "<b>", "<a><b><p>", "&", "&#x", "<!--", "<svg>", "<table><td>", "</", " ", "<x-a="})
    void hostileMarkupIsReadQuickly(String part) {
        long start = System.nanoTime();

        assertThat(PlainText.of(part.repeat(1_000_000 / part.length()), 1_000)).hasSizeLessThanOrEqualTo(1_000);

        assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
    }
}
