package dev.caravan.command;

import dev.caravan.http.StopLimit;
import dev.caravan.mcp.stdio.Stdio;
import dev.caravan.mcp.stdio.StdioClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a name: serves over HTTP. It also has the options of all commands. */
@Command(name = "caravan", versionProvider = Serve.Version.class, sortOptions = false, commandListHeading = "%nCommands:%n",
        customSynopsis = "caravan [OPTIONS] [--SETTING=VALUE...] [COMMAND]",
        description = "Without a command, the gateway serves over HTTP until it is stopped.",
        footer = {"", "Any setting may be given, as in --caravan.http.host=127.0.0.2",
            "Exit codes: 0 good, 1 failed or problems found, 2 wrong use or settings"})
final class Serve implements Runnable {

    private static final String PORT = "--caravan.http.port=";

    private final Invocation invocation;
    private Supplier<Integer> asked;

    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "DIR", scope = ScopeType.INHERIT,
            description = "Folder of the project, which has config/ or routes/. Default: the current folder if its config/application.yaml"
                    + " has settings of caravan, otherwise the installation.")
    private Path config;

    @Option(names = "--port", paramLabel = "PORT", scope = ScopeType.INHERIT,
            description = "Port of the gateway. Default: the setting caravan.http.port.")
    private Integer port;

    @Option(names = "--debug", description = "Log more, and print the whole trace of a start that fails.")
    private boolean debug;

    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this text.")
    private boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Show the version.")
    private boolean version;

    Serve(Invocation invocation) {
        this.invocation = invocation;
    }

    /** Is called before any command runs. */
    void check() {
        if (config != null) {
            Path folder = invocation.file(config);
            if (!Files.isDirectory(folder.resolve("config")) && !Files.isDirectory(folder.resolve("routes"))) {
                throw wrong("--config: " + folder + " has neither config/ nor routes/");
            }
            if (!Invocation.isSame(folder, invocation.project())) {
                throw wrong("--config needs bin/caravan, and comes first on Windows. Otherwise start the gateway in " + folder);
            }
        }
        if (port != null) {
            if (invocation.settings().stream().anyMatch(setting -> setting.startsWith(PORT))) {
                throw wrong("--port and " + PORT + " are the same setting");
            }
            invocation.settings().add(PORT + port);
        }
        if (debug) {
            invocation.settings().add("--debug");
        }
        if ("dumb".equals(System.getenv("TERM")) || System.getenv("NO_COLOR") != null) {
            invocation.settings().add("--spring.output.ansi.enabled=never");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    @Override
    public void run() {
        ask(() -> new Application(invocation).overHttp());
    }

    /**
     * Keeps what starts the application until picocli is done, which would catch the exception of a start that fails.
     *
     * @param start returns the exit code of the process; null if the process serves
     */
    void ask(Supplier<Integer> start) {
        asked = start;
    }

    /** Returns what starts the application; null if the command is done without it. */
    Supplier<Integer> asked() {
        return asked;
    }

    /** Is loaded by who serves alone, since it loads Spring. */
    private record Application(Invocation invocation) {

        private Integer overHttp() {
            StopLimit.of(invocation.application()).run(invocation.forApplication().toArray(String[]::new));
            return null;
        }

        private int overStdio() {
            Stdio.keepOutput();
            ConfigurableApplicationContext gateway = StopLimit.of(invocation.application())
                    .run(Stdio.settings(invocation.forApplication()));
            try {
                gateway.getBean(StdioClient.class).serveUntilItLeaves();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return SpringApplication.exit(gateway);
        }
    }

    /** Serves the program that started the gateway. */
    @Command(name = "stdio", aliases = "--stdio", description = "Speak MCP on standard input and output.")
    static final class OverStdio implements Runnable {

        private final Serve serve;

        @Option(names = "--toolset", paramLabel = "NAME", description = "Toolset whose tools the program sees. Default: all tools.")
        private String toolset;

        OverStdio(Serve serve) {
            this.serve = serve;
        }

        @Override
        public void run() {
            if (toolset != null) {
                serve.invocation.settings().add("--caravan.stdio.toolset=" + toolset);
            }
            serve.ask(() -> new Application(serve.invocation).overStdio());
        }
    }

    /** The version of the build. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() throws IOException {
            Properties build = new Properties();
            try (InputStream in = Serve.class.getResourceAsStream("/META-INF/build-info.properties")) {
                if (in != null) {
                    build.load(in);
                }
            }
            return new String[] {"caravan " + build.getProperty("build.version", "of a checkout") + ", Java " + Runtime.version()};
        }
    }
}
