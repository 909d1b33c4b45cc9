package dev.caravan.embedded;

import dev.caravan.Caravan;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.security.EntryAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.ConfigurableBootstrapContext;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationRunListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Caravan with all servers, for {@code mvn spring-boot:test-run}. It starts the servers, then the application with their addresses.
 * Arguments go to the application. Four settings are its own. Give each as argument, system property or environment variable:
 * <ul>
 * <li>{@code caravan.embedded.servers}: servers to start, such as {@code mongo,postgresql}; default: all that are installed
 * <li>{@code caravan.embedded.data}: folder of data and unpacked executables; default: {@code data}
 * <li>{@code caravan.embedded.index}: {@code true} indexes this project for the {@code ci_*} tools, which search by words otherwise
 * <li>{@code caravan.embedded.follow-parent}: {@code true} ends this JVM when its parent process ends. Otherwise a killed Maven would leave
 * an invisible gateway behind that holds the data
 * </ul>
 */
public final class QuickStart {

    private static final Set<ServerKind> SAMPLED = EnumSet.of(ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE,
            ServerKind.MONGO,
            ServerKind.REDIS, ServerKind.OPENSEARCH);

    private static final String LAST_LINES = """

            Page      %1$s/
            MCP       %1$s/mcp
            Security  mode %2$s
            Tools     %3$d
            Try       curl -s %1$s/mcp -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
            """;

    private final ConfigurableEnvironment settings;

    private QuickStart(String[] args) {
        settings = new StandardEnvironment();
        settings.getPropertySources().addFirst(new SimpleCommandLinePropertySource(args));
    }

    public static void main(String[] args) {
        try {
            new QuickStart(args).run(args);
        } catch (Throwable e) {
            System.err.println("Quick start failed: " + e.getMessage());
            System.exit(1); // the servers' threads would keep the JVM running; the exit stops them
        }
    }

    private void run(String[] args) {
        if (setting("caravan.embedded.follow-parent").map(Boolean::valueOf).orElse(false)) {
            ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
        }
        Path data = Path.of(setting("caravan.embedded.data").orElse("data"));
        Set<ServerKind> kinds = ServerKind.withNeeded(setting("caravan.embedded.servers").map(ServerKind::parse)
                .orElseGet(ServerKind::installed));
        EmbeddedServers servers = EmbeddedServers.in(data, data.resolve("binaries"));
        servers.start(kinds);
        kinds.stream().filter(SAMPLED::contains).forEach(kind -> SampleData.fill(kind, servers.get(kind).properties()));
        // the embedded database has one role, and the last lines stay last
        System.setProperty("logging.level.[dev.caravan.database.sql.SqlDriver$SqlRoles]", "error");
        boolean index = setting("caravan.embedded.index").map(Boolean::valueOf).orElse(false);
        SpringApplication.withHook(application -> new Served(servers, index), () -> Caravan.main(args));
    }

    /** Returns the first value that is not blank: Maven passes system properties on even if the user set none. */
    private Optional<String> setting(String name) {
        return settings.getPropertySources().stream()
                .map(source -> source.getProperty(name))
                .filter(Objects::nonNull)
                .map(Object::toString)
                .filter(value -> !value.isBlank())
                .findFirst();
    }

    /** Gives an application the servers' addresses, and this folder as a workspace. Closes it before the servers stop. */
    private record Served(EmbeddedServers servers, boolean index) implements SpringApplicationRunListener {

        @Override
        public void environmentPrepared(ConfigurableBootstrapContext bootstrap, ConfigurableEnvironment environment) {
            Map<String, String> offered = new HashMap<>(servers.properties());
            offered.put("caravan.intelligence.workspaces.caravan.root", Path.of("").toAbsolutePath().toString());
            offered.put("caravan.intelligence.build-at-start", String.valueOf(index));
            new OfferedProperties(offered).offerTo(environment);
        }

        @Override
        public void contextPrepared(ConfigurableApplicationContext context) {
            servers.closeFirst(context::close);
        }

        @Override
        public void ready(ConfigurableApplicationContext context, Duration took) {
            EntryAddress address = context.getBean(EntryAddress.class);
            if (address.isOpen()) {
                System.out.printf(LAST_LINES, address.url(), context.getEnvironment().getProperty("caravan.security.mode"),
                        context.getBean(ToolRegistry.class).definitions().size());
            }
        }
    }
}
