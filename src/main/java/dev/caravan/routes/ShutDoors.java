package dev.caravan.routes;

import java.util.Set;

/**
 * What this gateway takes no calls from, by its settings: routes that consume from there are left out.
 *
 * @param schemes of Camel's addresses, such as {@code undertow}
 */
public record ShutDoors(Set<String> schemes) {

    boolean isShut(String uri) {
        return uri != null && schemes.contains(uri.replaceFirst(":.*", ""));
    }
}
