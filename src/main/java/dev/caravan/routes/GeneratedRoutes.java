package dev.caravan.routes;

import java.util.List;
import java.util.Map;

/**
 * Provides routes that come from settings instead of files. Each bean of this type adds its own. The routes are loaded, checked and listed
 * like those of files.
 */
public interface GeneratedRoutes {

    /** The parameter with the URI or template of a resource. Only one route may have it. */
    String RESOURCE_URI = "resourceUri";

    /** One route of a template. The parameters keep their order. */
    record Templated(String routeId, String template, Map<String, String> parameters) {
    }

    /** Returns {file name: its routes}. Operators see the file name; it must end in {@code .camel.yaml}. */
    Map<String, List<Templated>> files();

    /** Adds a listener, which is called after the routes have changed. It returns quickly. */
    default void onChange(Runnable listener) {
        // routes that never change
    }
}
