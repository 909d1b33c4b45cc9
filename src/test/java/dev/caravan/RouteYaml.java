package dev.caravan;

/** Writes routes of tests as YAML, for a route file or the routes loader. */
public final class RouteYaml {

    private RouteYaml() {
    }

    /** A tool, whose route has its name. */
    public static String tool(String name, String parameters, String steps) {
        return route(name, "ai-tool:" + name, parameters, steps);
    }

    /** A REST endpoint that runs a flow. Its route is {@code rest-FLOW}. */
    public static String endpoint(String method, String path, String flow) {
        return """
                - templatedRoute:
                    routeId: rest-%3$s
                    routeTemplateRef: rest-endpoint
                    parameters: [{name: method, value: %1$s}, {name: path, value: "%2$s"}, {name: flow, value: %3$s}]
                """.formatted(method, path, flow);
    }

    /** @param parameters and steps as YAML, which start at the left margin */
    public static String route(String id, String uri, String parameters, String steps) {
        return """
                - route:
                    id: %s
                    from:
                      uri: %s
                      parameters:
                %s      steps:
                %s""".formatted(id, uri, parameters.indent(8), steps.indent(8));
    }
}
