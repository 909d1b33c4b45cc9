package dev.caravan.database.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.database.OperatorMatrix;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every filter finds those records of Redis that it means. */
class RecordFilterTest {

    @Test
    void everyFilterFindsItsRecords() throws Exception {
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            RecordFilter filter = RecordFilter.of(Map.of("filters", each.arguments()));
            assertThat(OperatorMatrix.rows(row -> filter.test(record(row)))).as(each.toString()).isEqualTo(each.rows());
        }
    }

    private static RedisRecord record(JsonNode row) {
        return new RedisRecord("operators:1", "1", false, McpClient.JSON.convertValue(row, new TypeReference<Map<String, Object>>() {}));
    }
}
