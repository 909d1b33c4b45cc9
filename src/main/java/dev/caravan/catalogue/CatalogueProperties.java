package dev.caravan.catalogue;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.catalogue.*}.
 *
 * @param hashedKeys  Whether the store keeps only the hash of a new instance's key, when its owner does not choose.
 * @param cachedTools Tools of MCP instances that are cached in memory.
 */
@ConfigurationProperties("caravan.catalogue")
record CatalogueProperties(@DefaultValue("true") boolean hashedKeys, @DefaultValue("50000") int cachedTools) {
}
