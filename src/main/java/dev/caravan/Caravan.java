package dev.caravan;

import dev.caravan.http.StopLimit;
import dev.caravan.mcp.stdio.Stdio;
import dev.caravan.mcp.stdio.StdioClient;
import dev.caravan.routes.RouteValidator;
import dev.caravan.routes.RoutesState;
import dev.caravan.security.EntryAddress;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.event.EventListener;

/**
 * Starts the gateway. {@code --stdio} serves the client that started it on standard input and output. {@code --validate DIR} checks a
 * routes directory and ends.
 */
@SpringBootConfiguration
@ComponentScan(excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
@UsedAutoConfigurations
@ConfigurationPropertiesScan
public class Caravan {

    private static final Logger LOG = LoggerFactory.getLogger(Caravan.class);

    private final EntryAddress address;

    Caravan(EntryAddress address) {
        this.address = address;
    }

    public static void main(String[] args) {
        ExtensionJars.load(ExtensionJars.FOLDER);
        if (args.length > 0 && "--validate".equals(args[0])) {
            Path directory = Path.of(args.length > 1 ? args[1] : "routes");
            System.exit(RouteValidator.validate(Caravan.class, directory, System.out));
        }
        if (Stdio.isAsked(args)) {
            System.exit(serveStandardStreams(args));
        }
        StopLimit.of(Caravan.class).run(args);
    }

    private static int serveStandardStreams(String[] args) {
        Stdio.keepOutput();
        ConfigurableApplicationContext gateway = StopLimit.of(Caravan.class).run(Stdio.settings(args));
        try {
            gateway.getBean(StdioClient.class).serveUntilItLeaves();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return SpringApplication.exit(gateway);
    }

    @EventListener
    void ready(RoutesState.Loaded loaded) {
        if (loaded.broken() > 0) {
            LOG.warn("Routes files refused, see the warnings above files={}", loaded.broken());
        }
        if (address.isOpen()) {
            LOG.info("Caravan is ready url={}/mcp routes={}", address.url(), loaded.routes());
        } else {
            LOG.info("Caravan is ready without a port routes={}", loaded.routes());
        }
    }
}
