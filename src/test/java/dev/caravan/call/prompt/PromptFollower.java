package dev.caravan.call.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scripted model that follows a prompt. It calls each tool that the text names with arguments, in the order of the text, and puts its
 * choices in place of the words in capitals. Each call must succeed.
 */
public final class PromptFollower {

    private static final Pattern NAMED = Pattern.compile("\\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+) (?=\\{)");
    private static final Pattern WORD = Pattern.compile("\"([A-Z]{2,}(?:_[A-Z]+)*)\"|\\b([A-Z]{2,}(?:_[A-Z]+)*)\\b");

    private final McpClient client;
    private final String text;
    private final Map<String, Supplier<JsonNode>> choices = new LinkedHashMap<>();
    private final List<JsonNode> answers = new ArrayList<>();

    public PromptFollower(McpClient client, String prompt, JsonNode arguments) {
        this.client = client;
        this.text = client.modern("prompts/get", McpClient.object("{}").put("name", prompt).set("arguments", arguments), "GetPromptResult")
                .result().at("/messages/0/content/text").asText();
    }

    /** Puts these words in place of the word. */
    public PromptFollower say(String word, String words) {
        choices.put(word, () -> TextNode.valueOf(words));
        return this;
    }

    /** Puts this value in place of the word. The prompt or an earlier answer must contain the value. */
    public PromptFollower choose(String word, String value) {
        choices.put(word, () -> {
            assertThat(text + answers).as("what the prompt and the answers before " + word + " tell").contains(value);
            return TextNode.valueOf(value);
        });
        return this;
    }

    /** Puts the value at this pointer of the latest answer that has one in place of the word. */
    public PromptFollower take(String word, String pointer) {
        choices.put(word, () -> {
            List<JsonNode> found = answers.stream().map(answer -> answer.at(pointer)).filter(value -> !value.isMissingNode()).toList();
            assertThat(found).as(pointer + " in " + answers).isNotEmpty();
            return found.get(found.size() - 1);
        });
        return this;
    }

    /** Puts this JSON in place of the word. */
    public PromptFollower give(String word, String json) {
        choices.put(word, () -> McpClient.object(json));
        return this;
    }

    /** Makes the calls. Returns the structured content of each. */
    public List<JsonNode> follow() {
        Matcher named = NAMED.matcher(text);
        while (named.find()) {
            call(named.group(1), filled(object(text.substring(named.end()))));
        }
        assertThat(answers).as("calls that the prompt names: " + text).isNotEmpty();
        return answers;
    }

    private void call(String tool, String arguments) {
        McpClient.Answer answer = client.call(tool, McpClient.object(arguments));
        assertThat(answer.error().isMissingNode()).as("%s %s: %s", tool, arguments, answer.body()).isTrue();
        assertThat(answer.result().get("isError").asBoolean()).as("%s %s: %s", tool, arguments, answer.body()).isFalse();
        answers.add(answer.result().get("structuredContent"));
    }

    /** The object that the text begins with. */
    private static String object(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return text.substring(0, i + 1);
            }
        }
        throw new AssertionError("no end: " + text);
    }

    private String filled(String arguments) {
        return WORD.matcher(arguments).replaceAll((MatchResult word) -> {
            String name = word.group(1) == null ? word.group(2) : word.group(1);
            assertThat(choices).as("choices for " + arguments).containsKey(name);
            return Matcher.quoteReplacement(choices.get(name).get().toString());
        });
    }
}
