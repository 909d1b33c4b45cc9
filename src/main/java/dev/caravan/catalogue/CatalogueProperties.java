package dev.caravan.catalogue;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.catalogue.*}.
 *
 * @param hashedKeys  whether of a new instance's key only the hash is kept, where its owner doesn't say
 * @param cachedTools how many bound tools are kept in memory, over all instances
 */
@ConfigurationProperties("caravan.catalogue")
record CatalogueProperties(@DefaultValue("true") boolean hashedKeys, @DefaultValue("50000") int cachedTools) {
}
