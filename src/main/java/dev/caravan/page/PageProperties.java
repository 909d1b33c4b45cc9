package dev.caravan.page;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the page, {@code caravan.page.*}; each is explained in {@code config/application.yaml}.
 *
 * @param enabled Whether the gateway serves the page for browsers at /.
 */
@ConfigurationProperties("caravan.page")
record PageProperties(@DefaultValue("true") boolean enabled) {
}
