package dev.caravan.routes;

import dev.caravan.envelope.NearestNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultFactoryFinder;
import org.apache.camel.spi.BeanRepository;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.EndpointStrategy;
import org.apache.camel.spi.FactoryFinder;
import org.apache.camel.spi.FactoryFinderResolver;
import org.apache.camel.spi.PropertiesSource;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.DefaultRegistry;
import org.apache.camel.support.ResourceHelper;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Loads a file in a separate context that starts nothing, so that every mistake is found without harm. The separate context shares the live
 * context's beans and properties. It does not share components, because Camel assigns a component to the context that looks it up.
 */
class Rehearsal {

    private static final Pattern BEAN_TYPE = Pattern.compile("of type: (?!java\\.lang\\.)([\\w.$]+)");
    private static final Pattern MARK = Pattern.compile("line (\\d+), column (\\d+)");

    private final CamelContext live;
    private final Factories factories = new Factories();

    Rehearsal(CamelContext live) {
        this.live = live;
    }

    /**
     * Loads the file, and stops the separate context again.
     *
     * @param shared configurations and templates of other files that this file uses
     * @throws RouteProblem.Refused with the line and the reason, if the file can't be loaded
     */
    void rehearse(RouteFile file, List<RouteFile.Item> shared) throws RouteProblem.Refused {
        RouteFile.Item loading = null;
        try (DefaultCamelContext scratch = new ScratchContext()) {
            prepare(scratch);
            scratch.start();
            for (RouteFile.Item item : shared) {
                load(scratch, "shared.camel.yaml", item);
            }
            for (RouteFile.Item item : file.items()) {
                loading = item;
                load(scratch, file.name(), item);
            }
        } catch (Exception | LinkageError | StackOverflowError e) { // a component may lack a library, and one file must not stop the others
            throw new RouteProblem.Refused(problem(file, e), loading, null);
        }
    }

    private static final class ScratchContext extends DefaultCamelContext {

        ScratchContext() {
            super(false);
        }

        @Override
        protected Endpoint doGetEndpoint(String uri, Map<String, Object> parameters, boolean normalized, boolean prototype) {
            return super.doGetEndpoint(RoutesContext.escaped(uri), parameters, normalized, prototype);
        }
    }

    private void prepare(DefaultCamelContext scratch) {
        ExtendedCamelContext extension = scratch.getCamelContextExtension();
        extension.addContextPlugin(FactoryFinderResolver.class, factories);
        extension.setBootstrapFactoryFinder(factories.resolveBootstrapFactoryFinder(scratch.getClassResolver()));
        scratch.build();
        scratch.disableJMX();
        scratch.setAutoStartup(false);
        scratch.setApplicationContextClassLoader(live.getApplicationContextClassLoader());
        scratch.getCamelContextExtension().setRegistry(new DefaultRegistry(new SharedBeans(live.getRegistry())));
        scratch.getPropertiesComponent().addPropertiesSource(new LiveProperties());
        scratch.getShutdownStrategy().setTimeout(1);
        live.getRegistry().findByType(EndpointStrategy.class).forEach(extension::registerEndpointCallback);
    }

    static void load(CamelContext context, String name, RouteFile.Item item) throws Exception {
        if (item.isGenerated()) {
            TemplatedRouteBuilder.builder(context, item.template()).routeId(item.id()).parameters(new LinkedHashMap<>(item.parameters()))
                    .add();
        } else {
            RouteBuilder routes = new ParsedRoutes(context).routes(name, item);
            context.addRoutesConfigurations((RouteConfigurationsBuilder) routes);
            context.addRoutes(routes);
            context.addTemplatedRoutes(routes);
        }
    }

    /**
     * Makes routes of an entry that is parsed. Camel's RoutesLoader would parse the text, and once more to find beans, which a routes file
     * can't have.
     */
    private static final class ParsedRoutes extends YamlRoutesBuilderLoader {

        ParsedRoutes(CamelContext context) {
            setCamelContext(context);
        }

        RouteBuilder routes(String name, RouteFile.Item item) throws Exception {
            Resource resource = ResourceHelper.fromString(name, item.padded());
            if (item.node() == null) {
                return (RouteBuilder) loadRoutesBuilder(resource);
            }
            Node list = new SequenceNode(Tag.SEQ, List.of(item.node()), FlowStyle.BLOCK);
            RouteBuilder routes = builder(newYamlDeserializationContext(LoadSettings.builder().setLabel(name).build(), resource), list);
            routes.setResource(resource);
            return routes;
        }
    }

    private RouteProblem problem(RouteFile file, Throwable failure) {
        Throwable root = failure;
        String routeId = null;
        String uri = null;
        while (true) {
            if (root instanceof FailedToCreateRouteException route) {
                routeId = route.getRouteId();
            }
            if (root instanceof ResolveEndpointFailedException endpoint) {
                uri = endpoint.getUri();
            }
            if (root.getCause() == null || root.getCause() == root) {
                break;
            }
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName()
                : root instanceof Error ? root.getClass().getSimpleName() + ": " + root.getMessage() : root.getMessage();
        Matcher mark = MARK.matcher(message);
        if (mark.find()) {
            return new RouteProblem(file.name(), Integer.parseInt(mark.group(1)), Integer.parseInt(mark.group(2)), firstLine(message));
        }
        String id = routeId;
        String endpoint = uri;
        int line = file.items().stream().filter(item -> item.id().equals(id))
                .mapToInt(item -> endpoint == null ? item.line() : StepTargets.line(item, endpoint)).findFirst().orElse(0);
        return new RouteProblem(file.name(), line, 0, (id == null ? "" : "route " + id + ": ") + firstLine(message) + others(root));
    }

    /** Returns the names of the beans that could be meant, the nearest first; empty if Camel needs no certain type. */
    private String others(Throwable failure) {
        Matcher type = BEAN_TYPE.matcher(String.valueOf(failure.getMessage()));
        if (!(failure instanceof NoSuchBeanException bean) || !type.find()) {
            return "";
        }
        Class<?> wanted = live.getClassResolver().resolveClass(type.group(1));
        Set<String> names = wanted == null ? Set.of() : live.getRegistry().findByTypeWithName(wanted).keySet();
        return names.isEmpty() ? "" : "; there are: " + NearestNames.of(bean.getName(), names);
    }

    private static String firstLine(String message) {
        return message.strip().lines().findFirst().orElse("").strip();
    }

    /**
     * Keeps the results of class path look-ups, including those that found nothing, for the next rehearsal. The look-ups take half of a
     * rehearsal's time.
     */
    private static final class Factories implements FactoryFinderResolver {

        private final Map<String, FactoryFinder> finders = new ConcurrentHashMap<>();

        @Override
        public FactoryFinder resolveFactoryFinder(ClassResolver classes, String path) {
            return finders.computeIfAbsent(path, any -> new KeptFactories(classes, path));
        }

        @Override
        public FactoryFinder resolveBootstrapFactoryFinder(ClassResolver classes, String path) {
            return resolveFactoryFinder(classes, path);
        }
    }

    private static final class KeptFactories extends DefaultFactoryFinder {

        KeptFactories(ClassResolver classes, String path) {
            super(classes, path);
        }

        @Override
        public void clear() {
            // keeps the factories when a rehearsal's context ends
        }
    }

    private final class LiveProperties implements PropertiesSource {

        @Override
        public String getName() {
            return "live";
        }

        @Override
        public String getProperty(String name) {
            return live.getPropertiesComponent().resolveProperty(name).orElse(null);
        }
    }

    private record SharedBeans(Registry registry) implements BeanRepository {

        @Override
        public Object lookupByName(String name) {
            return shared(registry.lookupByName(name));
        }

        @Override
        public <T> T lookupByNameAndType(String name, Class<T> type) {
            return Component.class.isAssignableFrom(type) ? null : shared(registry.lookupByNameAndType(name, type));
        }

        @Override
        public <T> Map<String, T> findByTypeWithName(Class<T> type) {
            return isPrivate(type) ? Map.of() : registry.findByTypeWithName(type);
        }

        @Override
        public <T> Set<T> findByType(Class<T> type) {
            return isPrivate(type) ? Set.of() : registry.findByType(type);
        }

        private static <T> T shared(T bean) {
            return bean instanceof Component ? null : bean;
        }

        /** Whether beans of the type belong to the live context only: components and Camel's own services. */
        private static boolean isPrivate(Class<?> type) {
            return Component.class.isAssignableFrom(type) || type.getName().startsWith("org.apache.camel.");
        }
    }
}
