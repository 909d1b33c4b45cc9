package dev.caravan.store;

import dev.caravan.start.OrZero;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.quota.*}: limits of one user in the store. 0 means no limit.
 *
 * @param maxTablesPerUser    Contexts of one user. More get 403. 0 means no limit.
 * @param maxToolsPerUser     Tools of one user. More get 403. 0 means no limit.
 * @param maxInstancesPerUser MCP instances of one user. More get 403. 0 means no limit.
 * @param maxBytesPerUser     Size of the JSON in all contexts of one user. More get 403. 0 means no limit.
 */
@ConfigurationProperties("caravan.quota")
public record QuotaProperties(
        @DefaultValue("1000") @OrZero long maxTablesPerUser,
        @DefaultValue("5000") @OrZero long maxToolsPerUser,
        @DefaultValue("1000") @OrZero long maxInstancesPerUser,
        @DefaultValue("1GB") @OrZero DataSize maxBytesPerUser) {

    long most(Quota quota) {
        return switch (quota) {
            case TABLES -> maxTablesPerUser;
            case TOOLS -> maxToolsPerUser;
            case INSTANCES -> maxInstancesPerUser;
            case BYTES -> maxBytesPerUser.toBytes();
        };
    }
}
