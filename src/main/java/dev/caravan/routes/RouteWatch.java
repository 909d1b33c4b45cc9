package dev.caravan.routes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Loads the directory when Camel has started, then looks at it again and again; an edit is taken up once it is quiet. */
class RouteWatch implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(RouteWatch.class);

    private final RoutesProperties properties;
    private final RouteReloader reloader;
    private final ApplicationEventPublisher events;
    private final List<GeneratedRoutes> generated;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "routes-watch");
        thread.setDaemon(true);
        return thread;
    });
    private RouteTree seen;

    RouteWatch(RoutesProperties properties, RouteReloader reloader, ApplicationEventPublisher events, List<GeneratedRoutes> generated) {
        this.generated = generated;
        this.properties = properties;
        this.reloader = reloader;
        this.events = events;
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        Path directory = properties.directory();
        if (!Files.isDirectory(directory)) {
            throw new IllegalStateException("caravan.routes.directory is " + directory.toAbsolutePath() + ", which is no directory");
        }
        seen = RouteTree.of(directory).with(generated);
        reloader.reconcile(seen);
        int routes = reloader.served().values().stream().mapToInt(List::size).sum();
        events.publishEvent(new RoutesLoaded(routes, reloader.broken().size()));
        clock.schedule(reloader::practise, 1, TimeUnit.SECONDS);
        long pause = properties.debounce().toMillis();
        clock.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            RouteTree now = RouteTree.of(properties.directory()).with(generated);
            boolean quiet = now.equals(seen);
            seen = now;
            if (quiet && !now.equals(reloader.applied())) {
                reloader.reconcile(now);
            }
        } catch (RuntimeException e) {
            LOG.error("The routes directory could not be looked at; the next look is in {} ms", properties.debounce().toMillis(), e);
        }
    }

    @Override
    public void destroy() {
        clock.shutdownNow();
    }
}
