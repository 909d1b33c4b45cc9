package dev.caravan.routes;

import java.util.Set;

/**
 * The schemes that the settings close for this gateway. Routes that consume from them are not loaded.
 *
 * @param schemes of Camel endpoints, such as {@code undertow}
 */
public record ShutDoors(Set<String> schemes) {

    boolean isShut(String uri) {
        return uri != null && schemes.contains(uri.replaceFirst(":.*", ""));
    }
}
