package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;

/** Notes in a context, and the search tools over them. */
abstract class SearchedNotesTest extends CatalogueTest {

    protected static final String NOTES = """
            {"notes":{"returns":{"title":"Returning goods","text":"Customers may send an article back within thirty days and get their \
            money back."},
            "tea":{"title":"绿茶","text":"绿茶应在八十度的水中浸泡三分钟，否则味道会发苦。"},
            "x/y":{"title":"Firmware","text":"Error E-4711 means that the boiler has run dry; refill it and restart the machine."}},
            "secret":{"text":"The password of the safe is swordfish."}}""";

    /** A search that loads the model may reach its limit of time. */
    @BeforeAll
    void theModelIsLoaded() {
        loadTheModel();
    }

    protected long search(long table, String path, String name) {
        return rest.post("/api/v1/tools/search", "{\"table_id\":" + table + ",\"json_path\":\"" + path + "\",\"name\":\"" + name + "\"}")
                .data().get("id").longValue();
    }

    protected JsonNode ready(long tool) {
        return await().atMost(Duration.ofSeconds(60)).until(() -> rest.get("/api/v1/tools/" + tool + "/search-index").data(), index -> {
            assertThat(index.get("status").textValue()).as(index.toString()).isIn("pending", "indexing", "ready");
            return index.get("status").textValue().equals("ready");
        });
    }
}
