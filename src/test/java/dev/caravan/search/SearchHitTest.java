package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hit says where its text is, and equal hits have a stable order. */
@Timeout(180)
@Tag("full")
class SearchHitTest extends SearchTest {

    @Test
    void hitNamesThePlaceOfItsText() throws Exception {
        String manual = "😀第一段。".repeat(150) + "水泵空转会损坏密封圈，应立即停机。" + "其余说明。".repeat(100);
        sync("/docs/0", JSON.createObjectNode().put("a/b", manual).toString());

        SearchIndex.Hit hit = index.search(collection, at("/docs"), "水泵空转", 1).get(0);

        SearchIndex.SearchHit chunk = hit.chunk();
        int[] points = manual.codePoints().toArray();
        assertThat(hit.jsonPath()).isEqualTo("/0/a~1b");
        assertThat(chunk.jsonPointer()).isEqualTo("/docs/0/a~1b");
        assertThat(chunk.chunkText()).contains("水泵空转会损坏密封圈")
                .isEqualTo(new String(points, chunk.charStart(), chunk.charEnd() - chunk.charStart()));
        assertThat(chunk.contentHash()).isEqualTo(DigestUtils.sha256Hex(manual));
        assertThat(chunk.totalChunks()).isEqualTo(Chunker.cut(manual).chunks().size());
        assertThat(hit.score()).as("the cosine, and a half for all words").isGreaterThan(0.5).isLessThanOrEqualTo(1.5);
        JsonNode json = JSON.valueToTree(hit);
        assertThat(json.fieldNames()).toIterable().containsExactly("score", "json_path", "chunk");
        assertThat(json.get("chunk").fieldNames()).toIterable().containsExactlyInAnyOrder("json_pointer", "chunk_text", "char_start",
                "char_end", "chunk_index", "total_chunks", "content_hash");
    }

    @Test
    void equalHitsHaveAStableOrder() throws Exception {
        ArrayNode same = JSON.createArrayNode();
        for (int i = 0; i < 50; i++) {
            same.add("the pump runs dry");
        }
        index.sync(collection, Pointer.ROOT, same, QUIET);

        List<SearchIndex.Hit> first = index.search(collection, Pointer.ROOT, "pump", 20);

        assertThat(first).hasSize(20);
        try (Gateway another = new Gateway(embedder)) {
            for (int i = 0; i < 5; i++) {
                assertThat(index.search(collection, Pointer.ROOT, "pump", 20)).isEqualTo(first);
                assertThat(another.index.search(collection, Pointer.ROOT, "pump", 20)).isEqualTo(first);
            }
        }
    }
}
