package dev.caravan.call.tool;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of tools, {@code caravan.tools.*}; those of all calls are {@code CallProperties}.
 *
 * @param maxResult            Maximum size of a result as JSON. Longer lists lose items at their end.
 * @param confirmDestructive   Whether the user must confirm a call that may destroy something, when the client can ask.
 * @param confirmTimeout       Time that a user of a legacy client may take to confirm.
 */
@ConfigurationProperties("caravan.tools")
record ToolProperties(
        @DefaultValue("200KB") DataSize maxResult,
        @DefaultValue("false") boolean confirmDestructive,
        @DefaultValue("2m") Duration confirmTimeout) {
}
