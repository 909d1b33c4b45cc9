package dev.caravan.source.kamelet;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.kamelets.*}.
 *
 * @param directory Folder with a file for each Kamelet that the gateway offers. Changes take effect without a restart.
 */
@ConfigurationProperties("caravan.kamelets")
record KameletProperties(@DefaultValue("config/kamelets") Path directory) {
}
