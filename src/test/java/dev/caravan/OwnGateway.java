package dev.caravan;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.source.oauth.LoginVisit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A gateway for one test, on a free port. Use it for settings or failures that the shared gateways ({@link GatewayTest},
 * {@link EditableGatewayTest}) do not have:
 * {@code try (OwnGateway gateway = OwnGateway.withEntries().set("tools.timeout", "1s").file("own", yaml).start())}. It starts in about a
 * second. {@link GatewayLog} records its log.
 */
public final class OwnGateway implements AutoCloseable {

    /** Of a shared gateway. */
    public static final int MAX_STREAMS = 510;

    private final int port;
    private final Path sources;
    private final ConfigurableApplicationContext application;
    private final SettledChanges settled;
    private final Runnable end;
    private boolean closed;

    /** @param settled of a shared gateway; null for another one */
    private OwnGateway(int port, Path sources, ConfigurableApplicationContext application, SettledChanges settled, Runnable end) {
        this.port = port;
        this.sources = sources;
        this.application = application;
        this.settled = settled;
        this.end = end;
    }

    /** Builds a gateway with the repository's entry and call routes. The test adds further routes. */
    public static Builder withEntries() {
        Path routes = RoutesCopy.entries();
        Builder builder = new Builder(routes);
        builder.base = GatewayPool.files(routes);
        return builder;
    }

    /**
     * Builds a gateway with the repository's entry and call routes and with the routes for tools that others define. Their files are in a
     * folder of the gateway: {@code servers}, {@code apis} and {@code kamelets}. Its settings suit all tests of sources, so that they
     * can share it.
     */
    public static Builder withSources() {
        return withSources(TemporaryFolder.make("sources"));
    }

    /** The same, with the files of this folder. A shared gateway gets copies of them. */
    public static Builder withSources(Path folder) {
        Path routes = RoutesCopy.entries();
        RoutesCopy.add(routes, "upstream", "upstream-tool", "upstream-contents");
        RoutesCopy.add(routes, "apis", "api-operation");
        RoutesCopy.add(routes, "kamelets", "kamelet-routes");
        Builder builder = new Builder(routes);
        builder.base = GatewayPool.files(routes);
        builder.sources = folder;
        builder.settings("tools.timeout=60s", "security.public-url=" + LoginVisit.GATEWAY, "sources.variables=FREE_*");
        builder.properties(Map.of("SHOP_KEY", "k1", "SHOP_NAME", "n1", "FREE_TOKEN", "f1", "KAMELET_PASSWORD", "postgres"));
        try {
            Files.createDirectories(folder.resolve("servers"));
            Files.createDirectories(folder.resolve("apis"));
            Files.createDirectories(folder.resolve("kamelets"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return builder;
    }

    /** Builds a gateway with all routes of the repository, and all families of tools on, at addresses where nothing is. */
    public static Builder withAllRoutes() {
        Builder builder = new Builder(Path.of("routes"));
        builder.allFamilies = true;
        return builder;
    }

    /** Builds a gateway with the routes of that folder. */
    public static Builder withRoutes(Path folder) {
        return new Builder(folder);
    }

    /** The settings, routes and servers of a gateway before it starts. */
    public static final class Builder {

        private Path routes;
        private Path sources;
        private Set<Path> base = Set.of();
        private boolean shared;
        private boolean usesServers;
        private boolean allFamilies;
        private final Map<String, String> settings = new TreeMap<>();
        private int port;
        private int apiKeys;
        private final List<Class<?>> beans = new ArrayList<>();

        private Builder(Path routes) {
            this.routes = routes;
        }

        /**
         * Sets a setting.
         *
         * @param name name without {@code caravan.}, such as {@code tools.timeout}
         */
        public Builder set(String name, Object value) {
            return property("caravan." + name, value);
        }

        /**
         * Sets several settings.
         *
         * @param assignments names without {@code caravan.} and values, such as {@code tools.timeout=1s}
         */
        public Builder settings(String... assignments) {
            for (String assignment : assignments) {
                set(assignment.substring(0, assignment.indexOf('=')), assignment.substring(assignment.indexOf('=') + 1));
            }
            return this;
        }

        /**
         * Sets a property.
         *
         * @param name full name, such as {@code spring.profiles.active}
         */
        public Builder property(String name, Object value) {
            settings.put(name, String.valueOf(value));
            return this;
        }

        /** Sets several properties, by full name. */
        public Builder properties(Map<String, String> properties) {
            settings.putAll(properties);
            return this;
        }

        /** Connects the gateway to these servers of {@link SharedServers}. */
        public Builder servers(ServerKind... kinds) {
            usesServers = true;
            for (ServerKind kind : kinds) {
                settings.putAll(Patience.with(SharedServers.get(kind)));
            }
            return this;
        }

        /** Uses the shared PostgreSQL as store, without {@code db_*} tools for it. */
        public Builder store() {
            usesServers = true;
            SharedServers.get(ServerKind.POSTGRESQL).properties().forEach((name, value) -> {
                if (name.startsWith("caravan.store.")) {
                    settings.put(name, value);
                }
            });
            return this;
        }

        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /**
         * Saves a route file {@code edited/NAME.camel.yaml}. Use it with {@link #withEntries} and with folders that contain {@code edited}.
         */
        public Builder file(String name, String yaml) {
            RoutesCopy.save(routes, name, yaml);
            return this;
        }

        /** Saves a tool that answers this text. The text may contain {@code ${}} of the Simple language. */
        public Builder tool(String name, String tag, String answer) {
            return file(name, RouteYaml.tool(name, "description: A tool\ntags: " + tag, "- setBody:\n    simple: \"" + answer + "\""));
        }

        /**
         * Adds an API key. Callers then need an API key.
         *
         * @param scopes such as {@code tools:read,tools:call}
         */
        public Builder apiKey(String name, String key, String scopes) {
            String prefix = "security.keys[" + apiKeys++ + "].";
            return set("security.mode", "api-key").set(prefix + "name", name).set(prefix + "sha256", sha256(key)).set(prefix + "scopes",
                    scopes);
        }

        /** Adds a bean of this class. */
        public Builder bean(Class<?> component) {
            beans.add(component);
            return this;
        }

        /**
         * Uses a gateway of this JVM that has the same settings, if one is idle. Closing it does not stop it: the next test gets it,
         * without the routes, sources and beans of this test. Not for tests that stop or restart the gateway, or that count what it did,
         * nor for {@link OwnGateway#withRoutes}, nor for settings that no other test has. Its event streams have a short heartbeat.
         */
        public Builder shared() {
            shared = true;
            settings.putIfAbsent("caravan.http.heartbeat", "200ms");
            settings.putIfAbsent("caravan.http.max-streams", String.valueOf(MAX_STREAMS));
            return this;
        }

        /** Returns the folder of the gateway's routes. It is another one after the start of a shared gateway. */
        public Path routes() {
            return routes;
        }

        public OwnGateway start() {
            if (allFamilies) {
                settings.putAll(AllFamilies.beside(settings));
            }
            if (!shared) {
                port = port == 0 ? FreePorts.pick() : port;
                ConfigurableApplicationContext application = run(port);
                return new OwnGateway(port, sources, application, null, application::close);
            }
            if (port != 0) {
                throw new IllegalStateException("A shared gateway has a port already");
            }
            List<Class<?>> added = beans.stream().filter(bean -> !GatewayPool.isNeededAtStart(bean)).toList();
            String key = List.of(base.toString(), beans.stream().filter(GatewayPool::isNeededAtStart).toList(), settings).toString();
            GatewayPool.Running gateway = GatewayPool.take(key, new GatewayPool.Additions(routes, sources, added), () -> {
                int own = FreePorts.pick();
                return GatewayPool.started(key, own, run(own), new GatewayPool.Additions(routes, sources, List.of()), base, usesServers);
            });
            routes = gateway.routes();
            sources = gateway.sources();
            return new OwnGateway(gateway.port(), sources, gateway.application(), gateway.settled(),
                    () -> GatewayPool.giveBack(gateway, added));
        }

        private ConfigurableApplicationContext run(int own) {
            Map<String, String> all = new TreeMap<>(Patience.settings());
            all.putAll(Map.of("caravan.http.port", String.valueOf(own), "server.port", "0", "spring.jmx.enabled", "false"));
            all.put("caravan.routes.directory", routes.toString());
            if (sources != null) {
                all.put(ServerFiles.SETTING, sources.resolve("servers").toString());
                all.put("caravan.apis.directory", sources.resolve("apis").toString());
                all.put("caravan.kamelets.directory", sources.resolve("kamelets").toString());
            }
            all.putAll(settings);
            Stream<String> arguments = all.entrySet().stream().map(entry -> "--" + entry.getKey() + "=" + entry.getValue());
            Stream<Class<?>> classes = Stream.concat(Stream.of(Caravan.class), beans.stream());
            return SpringApplication.run(classes.toArray(Class<?>[]::new), arguments.toArray(String[]::new));
        }
    }

    /** Returns the folder of the gateway's sources; null for no such folder. */
    public Path sources() {
        return sources;
    }

    public int port() {
        return port;
    }

    /** Returns {@code http://127.0.0.1:PORT}. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns what waits for the changes of a shared gateway; null for another one. */
    SettledChanges settled() {
        return settled;
    }

    /** Returns the port of health and metrics. */
    public int operations() {
        return Integer.parseInt(application.getEnvironment().getRequiredProperty("local.management.port"));
    }

    public McpClient client() {
        return new McpClient(port);
    }

    public <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    public CamelContext camel() {
        return bean(CamelContext.class);
    }

    public ConfigurableApplicationContext application() {
        return application;
    }

    /** Returns the SHA-256 hash of an API key in hex digits, as settings contain it. */
    public static String sha256(String key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stops the gateway. A shared one goes on for the next test. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            end.run();
        }
    }
}
