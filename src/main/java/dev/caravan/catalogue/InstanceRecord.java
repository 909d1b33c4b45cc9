package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * An MCP instance as its owner sees it.
 *
 * @param apiKey the key; null if the store has only its hash
 * @param mode   what its tools/list shows: all, discover, or null for the setting of the gateway
 */
@JsonNaming(SnakeCaseStrategy.class)
record InstanceRecord(long id, Instant createdAt, Instant updatedAt, String userId, String name, String apiKey, String keyHint, boolean hashed,
                      boolean status, String mode, @JsonIgnore String keyHash) {

    InstanceRecord withKey(ApiKey key) {
        return new InstanceRecord(id, createdAt, updatedAt, userId, name, key.text(), keyHint, hashed, status, mode, keyHash);
    }
}
