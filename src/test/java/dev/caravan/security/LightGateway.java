package dev.caravan.security;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A gateway without a database, with the repository's entries and tools of a test's own; it remembers what it logs. */
public final class LightGateway implements AutoCloseable {

    private final int port = GatewayTest.freePort();
    private final Path routes = EditableGatewayTest.entries();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final ConfigurableApplicationContext application;

    /** @param settings as {@code security.mode=none}, without {@code caravan.} */
    public LightGateway(List<String> tools, String... settings) {
        for (int i = 0; i < tools.size(); i++) {
            save("tool" + i, tools.get(i));
        }
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--caravan.http.port=" + port, "--caravan.routes.directory=" + routes));
        for (String setting : settings) {
            arguments.add("--caravan." + setting);
        }
        log.start();
        application = new SpringApplicationBuilder(Caravan.class).run(arguments.toArray(String[]::new));
        for (String chatty : List.of("dev.caravan", "caravan", "org.apache.camel", "com.nimbusds")) {
            ((Logger) LoggerFactory.getLogger(chatty)).setLevel(Level.DEBUG);
        }
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAppender("CONSOLE");
        root.addAppender(log);
    }

    private void save(String name, String yaml) {
        try {
            Files.writeString(routes.resolve("edited").resolve(name + ".camel.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    <T> T bean(Class<T> type) {
        return application.getBean(type);
    }

    /** All that was logged, down to debug, with stack traces. */
    String log() {
        StringBuilder text = new StringBuilder();
        for (ILoggingEvent event : List.copyOf(log.list)) {
            text.append(event.getLoggerName()).append(' ').append(event.getFormattedMessage()).append('\n');
            if (event.getThrowableProxy() != null) {
                text.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
        }
        return text.toString();
    }

    public static String tool(String name, String tags, String answer) {
        return """
                - route:
                    id: %1$s
                    from:
                      uri: ai-tool:%1$s
                      parameters:
                        description: A tool
                        tags: %2$s
                      steps:
                        - setBody:
                            simple: "%3$s"
                """.formatted(name, tags, answer);
    }

    @Override
    public void close() {
        application.close();
        for (String chatty : List.of("dev.caravan", "caravan", "org.apache.camel", "com.nimbusds")) {
            ((Logger) LoggerFactory.getLogger(chatty)).setLevel(null);
        }
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).detachAppender(log);
    }
}
