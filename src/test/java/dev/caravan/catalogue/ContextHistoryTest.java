package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Every change of a context has its place in a history that says who, when and what, and each can be undone without losing the others. */
class ContextHistoryTest extends CatalogueTest {

    private long table;

    private String path(String end) {
        return "/api/v1/tables/" + table + end;
    }

    private JsonNode now() {
        return rest.get(path("")).data().get("data");
    }

    private JsonNode history() {
        return rest.get(path("/history")).data();
    }

    private void set(String key, String content) {
        rest.put(path("/data"), "{\"elements\":[{\"key\":\"" + key + "\",\"content\":" + content + "}]}").data();
    }

    private dev.caravan.RestClient.Answer undo(long change, long version) {
        return rest.post(path("/undo"), "{\"change\":" + change + ",\"version\":" + version + "}");
    }

    @Test
    void historyShowsWhoChangedWhatAndWhen() {
        table = table("{\"a\":1,\"list\":[1,2]}");
        assertThat(history()).isEmpty();
        Instant before = Instant.now().minusSeconds(5);
        set("a", "2");
        Made instance = instance(tool(table, "create", "add_note", "\"json_path\":\"/list\""));
        data(instance, "add_note", "{\"elements\":[{\"content\":3}]}");
        rest.put(path(""), "{\"name\":\"Renamed\"}").data();
        rest.put(path(""), "{\"data\":{\"b\":1}}").data();
        rest.put(path(""), "{\"data\":{\"b\":1}}").data();

        JsonNode changes = history();
        assertThat(changes.findValuesAsText("version")).as("the newest first; a name and equal data are no change").containsExactly("3",
                "2", "1");
        assertThat(changes.findValuesAsText("verb")).containsExactly("replace", "create", "update");
        assertThat(changes.at("/2/caller").textValue()).isEqualTo(user);
        assertThat(changes.at("/2/keys")).isEqualTo(json("[\"a\"]"));
        assertThat(Instant.parse(changes.at("/2/at").textValue())).isAfter(before);
        assertThat(changes.at("/1/caller").textValue()).as("not the key").isEqualTo("mcp:" + instance.id());
        assertThat(changes.at("/1/tool").textValue()).isEqualTo("add_note");
        assertThat(changes.at("/1/instance").longValue()).isEqualTo(instance.id());
        assertThat(changes.at("/1/path").textValue()).isEqualTo("/list");
        assertThat(changes.toString()).doesNotContain(instance.key());
        assertThat(rest.get(path("")).data().get("version").longValue()).isEqualTo(3);
        assertThat(rest.get(path("/history?limit=1")).message()).contains("skip=1");
    }

    @Test
    void undoCanBeUndone() {
        table = table("{\"a\":1}");
        set("a", "2");

        assertThat(undo(1, 1).data()).isEqualTo(json("{\"version\":2,\"undone\":1}"));
        assertThat(now()).isEqualTo(json("{\"a\":1}"));
        assertThat(undo(1, 2).error()).as("only once").isEqualTo("409/1009");
        assertThat(undo(2, 2).status()).isEqualTo(200);
        assertThat(now()).isEqualTo(json("{\"a\":2}"));
        assertThat(history().at("/2/can_undo").booleanValue()).as("done again").isTrue();
        assertThat(undo(1, 3).status()).isEqualTo(200);
        assertThat(now()).isEqualTo(json("{\"a\":1}"));
        assertThat(history().at("/3/undone_by").longValue()).isEqualTo(4);
    }

    @Test
    void undoKeepsOtherChanges() {
        table = table("{\"a\":1,\"list\":[1,2,3],\"o\":{\"x\":1}}");
        set("a", "2");
        rest.send("DELETE", path("/data?json_pointer_path=/list"), "{\"keys\":[\"0\",\"2\"]}").data();
        rest.put(path("/data?json_pointer_path=/o"), "{\"elements\":[{\"key\":\"x\",\"content\":2}]}").data();

        assertThat(undo(2, 3).status()).isEqualTo(200);
        assertThat(undo(1, 4).status()).isEqualTo(200);
        assertThat(now()).isEqualTo(json("{\"a\":1,\"list\":[1,2,3],\"o\":{\"x\":2}}"));
    }

    @Test
    void changeOverwrittenByALaterOneIsNotUndone() {
        table = table("{\"o\":{\"x\":1},\"b\":1}");
        rest.put(path("/data?json_pointer_path=/o"), "{\"elements\":[{\"key\":\"x\",\"content\":{\"deep\":1}}]}").data();
        set("b", "2");
        rest.put(path("/data?json_pointer_path=/o/x"), "{\"elements\":[{\"key\":\"deep\",\"content\":2}]}").data();

        assertThat(undo(1, 2).error()).as("another version").isEqualTo("409/1009");
        assertThat(undo(1, 3).message()).contains("change 3").contains("first");
        assertThat(undo(3, 3).status()).isEqualTo(200);
        assertThat(undo(1, 4).status()).as("a change that was undone is not in the way").isEqualTo(200);
        assertThat(now()).isEqualTo(json("{\"o\":{\"x\":1},\"b\":2}"));
        assertThat(undo(4, 5).error()).as("what it restored is no longer there").isEqualTo("409/1009");
    }

    @Test
    void undoRestoresAReplacedContext() {
        table = table("[1,{\"a\":0.10}]");
        rest.put(path(""), "{\"data\":\"text\"}").data();
        assertThat(undo(1, 1).status()).isEqualTo(200);
        assertThat(now().equals(BY_VALUE, json("[1,{\"a\":0.10}]"))).isTrue();
        assertThat(undo(2, 2).status()).isEqualTo(200);
        assertThat(now()).isEqualTo(json("\"text\""));
    }

    @Test
    void wrongRequestsAreRefusedAndChangeNothing() {
        table = table("{\"a\":1}");
        set("a", "2");
        assertThat(undo(7, 1).error()).isEqualTo("404/1004");
        assertThat(undo(0, 1).error()).isEqualTo("404/1004");
        assertThat(rest.post(path("/undo"), "{\"change\":1}").error()).isEqualTo("422/1006");
        assertThat(rest.post(path("/undo"), "{\"change\":\"1\",\"version\":1}").error()).isEqualTo("422/1006");
        assertThat(rest.post(path("/undo"), "[]").error()).isEqualTo("422/1006");
        assertThat(rest.get(path("/history?limit=0")).error()).isEqualTo("422/1006");
        assertThat(rest.get("/api/v1/tables/999999999999/history").error()).isEqualTo("404/1004");
        assertThat(history()).hasSize(1);
        assertThat(rest.put(path(""), rest.get(path("")).data().toString()).status()).as("what was read may be sent back").isEqualTo(200);
        assertThat(now()).isEqualTo(json("{\"a\":2}"));
    }
}
