package dev.caravan.mcp;

import dev.caravan.start.OrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the protocol, {@code caravan.mcp.*}.
 *
 * @param name           Name of the server in serverInfo.
 * @param title          Display name of the server.
 * @param instructions   Text that a model should read before it uses the tools. Empty means none.
 * @param pageSize       Entries on one page of a list.
 * @param listTtl        Time for which clients of revision 2026-07-28 may cache a list or a resource.
 * @param maxBatch       Messages in one batch. Only revision 2025-03-26 has batches.
 * @param maxBatchAnswer Size of the replies to one batch after which its remaining messages are refused.
 * @param batchTimeout   Time after which the remaining messages of a batch are refused.
 */
@ConfigurationProperties("caravan.mcp")
record McpProperties(
        @DefaultValue("caravan") String name,
        @DefaultValue("Caravan") String title,
        @DefaultValue("") String instructions,
        @DefaultValue("200") int pageSize,
        @DefaultValue("5s") @OrZero Duration listTtl,
        @DefaultValue("100") int maxBatch,
        @DefaultValue("4MB") DataSize maxBatchAnswer,
        @DefaultValue("60s") Duration batchTimeout) {
}
