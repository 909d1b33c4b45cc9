package dev.caravan.tool;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of tools, {@code caravan.tools.*}; those of all calls are {@code CallProperties}.
 *
 * @param maxResult   bytes of JSON that a result may have
 * @param confirmDestructive whether users confirm calls that may destroy something, where their clients can ask
 * @param confirmTimeout     how long a user of a legacy client may take for that
 */
@ConfigurationProperties("caravan.tools")
record ToolProperties(
        @DefaultValue("200KB") DataSize maxResult,
        @DefaultValue("false") boolean confirmDestructive,
        @DefaultValue("2m") Duration confirmTimeout) {
}
