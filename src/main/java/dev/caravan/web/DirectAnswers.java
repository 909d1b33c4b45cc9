package dev.caravan.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a search service itself says about a query, beside the pages that it found: SearXNG's {@code answers} and {@code infoboxes}. Texts
 * are plain, and addresses are http or https.
 *
 * @param answers   each {@code {text, url?, engines?}}
 * @param infoboxes each {@code {title, text, url?, attributes: [{label, value}], links: [{title, url}], engines?}}
 */
record DirectAnswers(ArrayNode answers, ArrayNode infoboxes) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    static final DirectAnswers NONE = new DirectAnswers(JSON.arrayNode(), JSON.arrayNode());
    /** SearXNG has a few of each. */
    private static final int MOST = 10;
    private static final int MOST_LINES = 50;
    private static final int LONGEST_LABEL = 100;
    private static final int LONGEST_TITLE = 300;
    private static final int LONGEST_TEXT = 2_000;

    /** Reads the members of a service's answer. Leaves out what has no text, and what comes after the first ten of a kind. */
    static DirectAnswers of(JsonNode answer) {
        DirectAnswers direct = new DirectAnswers(JSON.arrayNode(), JSON.arrayNode());
        for (JsonNode one : answer.path("answers")) {
            String text = direct.answers.size() < MOST ? PlainText.of(text(one), LONGEST_TEXT) : "";
            if (!text.isEmpty()) {
                finished(direct.answers.addObject().put("text", text), one);
            }
        }
        for (JsonNode one : answer.path("infoboxes")) {
            String title = direct.infoboxes.size() < MOST ? PlainText.of(one.path("infobox").asText(""), LONGEST_TITLE) : "";
            if (!title.isEmpty()) {
                infobox(finished(direct.infoboxes.addObject().put("title", title)
                        .put("text", PlainText.of(one.path("content").asText(""), LONGEST_TEXT)), one), one);
            }
        }
        return direct;
    }

    /** An answer is a text in older versions of SearXNG, later an object. Translations and the weather have members of their own. */
    private static String text(JsonNode answer) {
        return answer.isTextual() ? answer.textValue() : !answer.path("translations").isEmpty()
                ? answer.get("translations").valueStream().map(one -> one.path("text").asText("")).collect(Collectors.joining("; "))
                : answer.path("answer").asText(answer.at("/current/summary").asText(""));
    }

    private static void infobox(ObjectNode box, JsonNode read) {
        ArrayNode attributes = box.putArray("attributes");
        for (JsonNode attribute : read.path("attributes")) {
            String value = attributes.size() < MOST_LINES ? PlainText.of(attribute.path("value").asText(""), LONGEST_TITLE) : "";
            if (!value.isEmpty()) {
                attributes.addObject().put("label", PlainText.of(attribute.path("label").asText(""), LONGEST_LABEL)).put("value", value);
            }
        }
        ArrayNode links = box.putArray("links");
        FoundItems.read(read.path("urls"), "").stream().limit(MOST_LINES)
                .forEach(link -> links.addObject().put("title", link.title()).put("url", link.url()));
    }

    private static ObjectNode finished(ObjectNode view, JsonNode read) {
        String url = FoundItems.url(read.hasNonNull("url") ? read.get("url") : read.path("id"));
        if (!url.isEmpty()) {
            view.put("url", url);
        }
        Set<String> engines = FoundItems.engines(read);
        if (!engines.isEmpty()) {
            engines.forEach(view.putArray("engines")::add);
        }
        return view;
    }

    boolean isEmpty() {
        return answers.isEmpty() && infoboxes.isEmpty();
    }
}
