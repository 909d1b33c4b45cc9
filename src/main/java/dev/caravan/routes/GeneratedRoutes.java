package dev.caravan.routes;

import java.util.List;
import java.util.Map;

/** Routes that settings ask for rather than a file; a bean each. They are loaded, checked and listed like files. */
public interface GeneratedRoutes {

    /** One route of a template. The parameters keep their order. */
    record Templated(String routeId, String template, Map<String, String> parameters) {
    }

    /** Returns the routes by the name of their file, which operators see and which ends as names of routes files do. */
    Map<String, List<Templated>> files();
}
