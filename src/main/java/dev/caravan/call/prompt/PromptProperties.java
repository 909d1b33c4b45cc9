package dev.caravan.call.prompt;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of prompts, {@code caravan.prompts.*}.
 *
 * @param maxResult Maximum size of a prompt's messages as JSON.
 */
@ConfigurationProperties("caravan.prompts")
record PromptProperties(@DefaultValue("1MB") DataSize maxResult) {
}
