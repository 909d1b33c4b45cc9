package dev.caravan.routes;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.routes.*}.
 *
 * @param directory watched with all below it
 * @param drain     how long an edit waits for calls in flight
 * @param debounce  how long a file must be quiet before an edit is taken up
 */
@ConfigurationProperties("caravan.routes")
record RoutesProperties(
        @DefaultValue("routes") Path directory,
        @DefaultValue("6s") Duration drain,
        @DefaultValue("80ms") Duration debounce) {
}
