package dev.caravan.call.prompt;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.QuietStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts come, change and go with the files that operators save. */
@Tag("full")
class LivePromptsTest extends EditableGatewayTest {

    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}";

    private final ListChanges changes = bean(ListChanges.class);

    @Test
    void clientsHearOfAddedChangedAndRemovedPrompts() throws Exception {
        try (StreamClient stream = StreamClient.open(port(), "/mcp")) {
            save("a", prompt("a", "first"));
            hears(stream, "first");
            save("a", prompt("a", "second"));
            hears(stream, "second");
            delete("a");
            hears(stream);
        }
    }

    @Test
    void changedStepsTakeEffectWithoutANotification() throws Exception {
        save("a", prompt("a", "the same"));
        await().until(() -> list("prompts").equals(List.of("the same")));
        settle();
        try (StreamClient stream = StreamClient.open(port(), "/mcp")) {
            save("a", prompt("a", "the same").replace("Hello", "Good morning"));

            await().until(() -> text().equals("Good morning, Ada"));
            settle();
            QuietStream.carriesNothing(stream, changes);
        }
    }

    @Test
    void brokenEditKeepsTheOldPrompt() throws Exception {
        save("a", prompt("a", "good"));
        await().until(() -> list("prompts").equals(List.of("good")));

        save("a", prompt("a", "bad").replace("argument.who:", "argument.CamelWho:"));
        save("b", prompt("b", "next"));

        await().until(() -> list("prompts").equals(List.of("good", "next")));
        assertThat(text()).isEqualTo("Hello, Ada");
    }

    @Test
    void secondFileCannotTakeTheNameOfAPrompt() {
        save("a", prompt("a", "first"));
        await().until(() -> list("prompts").equals(List.of("first")));

        save("b", prompt("a", "second").replace("id: a", "id: b"));
        save("c", prompt("c", "third"));

        await().until(() -> list("prompts").equals(List.of("first", "third")));
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", McpClient.MODERN})
    void promptsArePaged(String revision) {
        save("many", IntStream.range(0, 205).mapToObj(i -> prompt("p%03d".formatted(i), "number " + i)).collect(Collectors.joining()));
        await().atMost(60, SECONDS).until(() -> page(revision, null).has("nextCursor"));
        await().atMost(60, SECONDS).until(() -> page(revision, page(revision, null).get("nextCursor").asText()).get("prompts").size() == 5);

        JsonNode first = page(revision, null);
        JsonNode second = page(revision, first.get("nextCursor").asText());

        List<String> names = new ArrayList<>();
        List.of(first, second).forEach(page -> page.get("prompts").forEach(prompt -> names.add(prompt.get("name").asText())));
        assertThat(names).hasSize(205).doesNotHaveDuplicates().isSorted();
        assertThat(second.has("nextCursor")).isFalse();
        assertThat(ask(revision, "prompts/list", object("{\"cursor\":\"nonsense\"}")).error().get("code").asInt()).isEqualTo(-32602);
    }

    /** Who lists at each event sees the change in the end; an event may still be of what came before. */
    private void hears(StreamClient stream, String... descriptions) throws Exception {
        do {
            assertThat(stream.next()).isEqualTo(CHANGED);
        } while (!list("prompts").equals(List.of(descriptions)));
    }

    private String text() {
        return client.legacy("2025-11-25", "prompts/get", object("{\"name\":\"a\",\"arguments\":{\"who\":\"Ada\"}}"), "GetPromptResult")
                .result().at("/messages/0/content/text").asText();
    }

    private JsonNode page(String revision, String cursor) {
        return ask(revision, "prompts/list", cursor == null ? object("{}") : object("{}").put("cursor", cursor)).result();
    }

    private McpClient.Answer ask(String revision, String method, ObjectNode params) {
        return revision.equals(McpClient.MODERN) ? client.modern(method, params, "ListPromptsResult")
                : client.legacy(revision, method, params, "ListPromptsResult");
    }
}
