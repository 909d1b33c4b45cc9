package dev.caravan.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** A body may not have so many objects and arrays that they take far more memory than its bytes. */
class StrictJsonTest {

    private final StrictJson json = new StrictJson(new ObjectMapper());

    /** Three megabytes of these took a heap of 256 MB. */
    @Test
    void aMillionEmptyObjectsAreRefused() {
        assertThatThrownBy(() -> json.read(list("{}", 1_000_000))).isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("more than 250000 objects and arrays");
        assertThatThrownBy(() -> json.read(list("[]", 250_000))).isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("more than 250000");
    }

    @Test
    void allowedDepthAndBracketsInTextsPass() throws Exception {
        assertThat(json.read(list("{}", 249_999))).hasSize(249_999);
        assertThat(json.read(list("\"{[\\\"{[\\\\\"", 200_000))).hasSize(200_000);
        assertThat(json.read(list("1", 1_000_000))).hasSize(1_000_000);
    }

    private static byte[] list(String item, int count) {
        return ("[" + String.join(",", Collections.nCopies(count, item)) + "]").getBytes(StandardCharsets.UTF_8);
    }
}
