package dev.caravan;

import dev.caravan.http.EntryAddress;
import dev.caravan.routes.RouteValidator;
import dev.caravan.routes.RoutesLoaded;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.event.EventListener;

/** Starts the gateway; with {@code --validate DIR} checks a routes directory and ends. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class Caravan {

    private static final Logger LOG = LoggerFactory.getLogger(Caravan.class);

    private final EntryAddress address;

    Caravan(EntryAddress address) {
        this.address = address;
    }

    public static void main(String[] args) {
        if (args.length > 0 && "--validate".equals(args[0])) {
            Path directory = Path.of(args.length > 1 ? args[1] : "routes");
            System.exit(RouteValidator.validate(Caravan.class, directory, System.out));
        }
        SpringApplication.run(Caravan.class, args);
    }

    @EventListener
    void ready(RoutesLoaded loaded) {
        LOG.info("Caravan is ready at {}/mcp with {} routes{}", address.url(), loaded.routes(),
                loaded.broken() == 0 ? "" : "; " + loaded.broken() + " files can't be used, see above");
    }
}
