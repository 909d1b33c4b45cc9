package dev.caravan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A gateway of a test's own, beside those that tests share; whoever starts it closes it. */
public final class OwnGateway {

    private OwnGateway() {
    }

    /**
     * @param routes   the folder of its routes
     * @param settings {name: value}, beside those
     */
    public static ConfigurableApplicationContext start(int port, Path routes, Map<String, String> settings) {
        List<String> arguments = new ArrayList<>(List.of("--caravan.http.port=" + port, "--server.port=0", "--caravan.routes.directory=" + routes,
                "--spring.jmx.enabled=false"));
        settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return SpringApplication.run(Caravan.class, arguments.toArray(String[]::new));
    }
}
