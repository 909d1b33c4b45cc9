package dev.caravan;

import dev.caravan.command.Commands;
import dev.caravan.routes.RoutesState;
import dev.caravan.security.EntryAddress;
import dev.caravan.start.StartReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/** The application. Its command line is in {@code dev.caravan.command}. */
@SpringBootConfiguration
@ComponentScan(excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
@UsedAutoConfigurations
@ConfigurationPropertiesScan
public class Caravan {

    private final Logger log = LoggerFactory.getLogger(Caravan.class); // commands that answer at once need no logging
    private final EntryAddress address;
    private volatile boolean ready;

    Caravan(EntryAddress address) {
        this.address = address;
    }

    public static void main(String[] args) {
        StartReport.orExit(args, () -> Commands.run(Caravan.class, args));
    }

    @EventListener
    void ready(RoutesState.Loaded loaded) {
        ready = true;
        if (loaded.broken() > 0) {
            log.warn("Routes files refused, see the warnings above files={}", loaded.broken());
        }
        if (address.isOpen()) {
            log.info("Caravan is ready url={}/mcp routes={}", address.url(), loaded.routes());
        } else {
            log.info("Caravan is ready without a port routes={}", loaded.routes());
        }
    }

    @EventListener
    void stopping(ContextClosedEvent closed) {
        if (ready && closed.getApplicationContext().getParent() == null) {
            log.info("Caravan stops");
        }
    }
}
