package dev.caravan;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowConsumer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Fails a test class whose gateway no longer listens on the port that the class chose, and says what is known about the cause. The classes
 * after it get a new gateway, instead of failing too.
 */
public final class SharedPorts implements TestExecutionListener {

    @Override
    public void prepareTestInstance(TestContext test) throws IOException {
        ApplicationContext gateway = test.getApplicationContext();
        PropertySource<?> settings = ((ConfigurableEnvironment) gateway.getEnvironment()).getPropertySources()
                .get("Dynamic Test Properties");
        Object port = settings == null ? null : settings.getProperty("caravan.http.port");
        if (port != null && isClosed((Integer) port)) {
            String known = known(gateway, (Integer) port);
            test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
            throw new AssertionError(known);
        }
    }

    private static boolean isClosed(int port) throws IOException {
        try (Socket probe = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            return !probe.isConnected();
        } catch (ConnectException e) {
            return true;
        }
    }

    private static String known(ApplicationContext gateway, int port) throws IOException {
        CamelContext camel = gateway.getBean(CamelContext.class);
        List<String> doors = camel.getRoutes().stream().filter(route -> route.getConsumer() instanceof UndertowConsumer)
                .map(route -> route.getRouteId() + " " + camel.getRouteController().getRouteStatus(route.getRouteId())).toList();
        String hex = ":%04X ".formatted(port);
        List<String> sockets = new ArrayList<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            Files.readAllLines(Path.of("/proc/net", table)).stream().filter(line -> line.contains(hex)).forEach(sockets::add);
        }
        return "The gateway's port %d is closed. Camel: %s. Its HTTP routes: %s. Sockets of the port: %s".formatted(port, camel.getStatus(),
                doors, sockets);
    }
}
