package dev.caravan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** Routes of a test's own in the running gateway; close it to take them off again. */
public final class OwnRoutes implements AutoCloseable {

    private final CamelContext context;
    private final List<String> routes = new ArrayList<>();

    public OwnRoutes(CamelContext context) {
        this.context = context;
    }

    /** @param options and steps as YAML, further lines indented by 8 spaces */
    public void add(String id, String uri, String options, String steps) throws Exception {
        routes.add(id);
        String yaml = """
                - route:
                    id: %s
                    from:
                      uri: %s
                      parameters:
                        %s
                      steps:
                        %s
                """.formatted(id, uri, options, steps);
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString(id + ".camel.yaml", yaml));
    }

    @Override
    public void close() throws Exception {
        for (String id : routes) {
            if (context.getRoute(id) != null) {
                context.getRouteController().stopRoute(id, 1, TimeUnit.SECONDS);
                context.removeRoute(id);
            }
        }
        routes.clear();
    }
}
