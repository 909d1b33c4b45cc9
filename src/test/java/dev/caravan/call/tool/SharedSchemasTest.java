package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.McpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Schemas are checked at once, compiled at their first validation, and compiled once for all tools with the same schema. */
class SharedSchemasTest {

    @Test
    void schemaIsCompiledAtItsFirstValidation() {
        CompiledSchema schema = CompiledSchema.of("argSchema", schema(1));

        assertThat(schema.isCompiled()).isFalse();
        assertThat(schema.validate(IntNode.valueOf(0))).isNotEmpty();
        assertThat(schema.isCompiled()).isTrue();
        assertThat(schema.validate(IntNode.valueOf(1))).isEmpty();
    }

    @Test
    void equalSchemasAreCompiledOnce() {
        CompiledSchema one = CompiledSchema.of("argSchema", schema(2));
        CompiledSchema same = CompiledSchema.of("outputSchema", schema(2));
        CompiledSchema other = CompiledSchema.of("argSchema", schema(3));

        one.validate(TextNode.valueOf("x"));

        assertThat(same.isCompiled()).isTrue();
        assertThat(other.isCompiled()).isFalse();
    }

    @Test
    void schemaThatNoToolHasIsForgotten() {
        CompiledSchema.of("argSchema", schema(4)).validate(IntNode.valueOf(4));

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return !CompiledSchema.of("argSchema", schema(4)).isCompiled();
        });
    }

    @Test
    void mistakesAreFoundBeforeAnyValidation() {
        for (String mistake : new String[]{"{\"type\":\"text\"}", "{\"pattern\":\"(\"}", "{\"patternProperties\":{\"(\":{}}}",
            "{\"$ref\":\"#/$defs/missing\"}", "{\"items\":{\"$ref\":\"https://example.org/s\"}}",
                "{\"$schema\":\"https://example.org/dialect\"}", "{\"minimum\":\"1\"}"}) {
            assertThatThrownBy(() -> CompiledSchema.of("argSchema", McpClient.object(mistake))).as(mistake)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("argSchema");
        }
    }

    private static ObjectNode schema(int minimum) {
        return McpClient.object("{\"type\":\"integer\",\"minimum\":" + minimum + ",\"title\":\"of SharedSchemasTest\"}");
    }
}
