package dev.caravan.mcp;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the protocol, {@code caravan.mcp.*}.
 *
 * @param name         the server's name in {@code serverInfo}
 * @param title        the server's name for people
 * @param instructions what a model should know before it uses the tools; empty: none are sent
 * @param pageSize     entries of a list on one page
 * @param listTtl      how long a modern client may keep a list or the content of a resource
 * @param maxBatch     messages in one batch (revision 2025-03-26)
 * @param maxBatchAnswer bytes of the replies to one batch after which no further message of it is looked at
 * @param batchTimeout how long after its first message a message of a batch is still looked at
 */
@ConfigurationProperties("caravan.mcp")
record McpProperties(
        @DefaultValue("caravan") String name,
        @DefaultValue("Caravan") String title,
        @DefaultValue("") String instructions,
        @DefaultValue("200") int pageSize,
        @DefaultValue("5s") Duration listTtl,
        @DefaultValue("100") int maxBatch,
        @DefaultValue("4MB") DataSize maxBatchAnswer,
        @DefaultValue("60s") Duration batchTimeout) {
}
