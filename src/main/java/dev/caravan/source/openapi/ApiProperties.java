package dev.caravan.source.openapi;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.apis.*}.
 *
 * @param directory   Folder with OpenAPI documents, NAME.openapi.yaml or NAME.openapi.json, and their settings, NAME.yaml.
 * @param maxDocument Maximum size of an OpenAPI document. Larger documents are refused.
 */
@ConfigurationProperties("caravan.apis")
record ApiProperties(@DefaultValue("config/apis") Path directory, @DefaultValue("20MB") DataSize maxDocument) {
}
