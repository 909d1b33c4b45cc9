package dev.caravan.routes;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.routes.*}.
 *
 * @param directory Folder of the *.camel.yaml files, with its subfolders.
 * @param drain     Time that an edit waits for calls on the route that it replaces.
 * @param debounce  Time without changes to a file after which its edit is applied.
 */
@ConfigurationProperties("caravan.routes")
public record RoutesProperties(
        @DefaultValue("routes") Path directory,
        @DefaultValue("6s") Duration drain,
        @DefaultValue("80ms") Duration debounce) {
}
