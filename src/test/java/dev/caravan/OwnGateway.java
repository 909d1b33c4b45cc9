package dev.caravan;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A gateway of a test's own, on a free port, for settings or failures that the shared ones ({@link GatewayTest}, {@link EditableGatewayTest})
 * don't have: {@code try (OwnGateway gateway = OwnGateway.withEntries().set("tools.timeout", "1s").file("own", yaml).start())}. It takes about a
 * second to start. {@link GatewayLog} records what it logs.
 */
public final class OwnGateway implements AutoCloseable {

    private final int port;
    private final ConfigurableApplicationContext application;

    private OwnGateway(int port, ConfigurableApplicationContext application) {
        this.port = port;
        this.application = application;
    }

    /** A gateway with the repository's entry and call routes, and those that the test adds. */
    public static Builder withEntries() {
        return new Builder(EditableGatewayTest.entries());
    }

    /** A gateway with all routes of the repository. */
    public static Builder withAllRoutes() {
        return new Builder(Path.of("routes"));
    }

    /** A gateway with the routes of that folder. */
    public static Builder withRoutes(Path folder) {
        return new Builder(folder);
    }

    /** What an own gateway starts with. */
    public static final class Builder {

        private final Path routes;
        private final Map<String, String> settings = new TreeMap<>();
        private int port = FreePorts.pick();
        private int apiKeys;
        private Class<?>[] sources = {Caravan.class};

        private Builder(Path routes) {
            this.routes = routes;
        }

        /** @param name as {@code tools.timeout}, without {@code caravan.} */
        public Builder set(String name, Object value) {
            return property("caravan." + name, value);
        }

        /** @param assignments as {@code tools.timeout=1s}, without {@code caravan.} */
        public Builder settings(String... assignments) {
            for (String assignment : assignments) {
                set(assignment.substring(0, assignment.indexOf('=')), assignment.substring(assignment.indexOf('=') + 1));
            }
            return this;
        }

        /** @param name whole, as {@code spring.profiles.active} */
        public Builder property(String name, Object value) {
            settings.put(name, String.valueOf(value));
            return this;
        }

        /** Whole names and their values. */
        public Builder properties(Map<String, String> properties) {
            settings.putAll(properties);
            return this;
        }

        /** It uses these of the {@link SharedServers}. */
        public Builder servers(ServerKind... kinds) {
            for (ServerKind kind : kinds) {
                settings.putAll(SharedServers.get(kind).properties());
            }
            return this;
        }

        /** The shared PostgreSQL is its store; it has no {@code db_*} tools for it. */
        public Builder store() {
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

        /** Saves a route file {@code edited/NAME.camel.yaml}; for {@link #withEntries} and folders that have {@code edited}. */
        public Builder file(String name, String yaml) {
            EditableGatewayTest.save(routes, name, yaml);
            return this;
        }

        /** Saves a tool that answers this text, which may have {@code ${}} of the Simple language. */
        public Builder tool(String name, String tag, String answer) {
            return file(name, RouteYaml.tool(name, "description: A tool\ntags: " + tag, "- setBody:\n    simple: \"" + answer + "\""));
        }

        /** Callers need an API key; this is one. Scopes are as {@code tools:read,tools:call}. */
        public Builder apiKey(String name, String key, String scopes) {
            String prefix = "security.keys[" + apiKeys++ + "].";
            return set("security.mode", "api-key").set(prefix + "name", name).set(prefix + "sha256", sha256(key)).set(prefix + "scopes", scopes);
        }

        /** It has a bean of this class too. */
        public Builder bean(Class<?> component) {
            sources = new Class<?>[] {Caravan.class, component};
            return this;
        }

        /** The folder of its routes. */
        public Path routes() {
            return routes;
        }

        public OwnGateway start() {
            Map<String, String> all = new TreeMap<>(Map.of("caravan.http.port", String.valueOf(port), "server.port", "0", "spring.jmx.enabled", "false",
                    "caravan.routes.directory", routes.toString()));
            all.putAll(settings);
            return new OwnGateway(port, SpringApplication.run(sources, all.entrySet().stream().map(entry -> "--" + entry.getKey() + "=" + entry.getValue()).toArray(String[]::new)));
        }
    }

    public int port() {
        return port;
    }

    /** {@code http://127.0.0.1:PORT} */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** The port of health and metrics. */
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

    /** The hash of an API key in hex digits, as settings have it. */
    public static String sha256(String key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
