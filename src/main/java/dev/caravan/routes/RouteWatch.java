package dev.caravan.routes;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/**
 * Loads the routes directory when Camel has started, and applies each edit when its file has stopped changing. The file system reports
 * changes, and generated routes report theirs. In addition, the directory is read every {@value #LOOK_SECONDS} seconds, since some file
 * systems report nothing.
 */
class RouteWatch implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(RouteWatch.class);
    private static final long LOOK_SECONDS = 10;
    private static final Duration BEFORE_PRACTICE = Duration.ofSeconds(1);

    private final RoutesProperties properties;
    private final RouteReloader reloader;
    private final ApplicationEventPublisher events;
    private final List<GeneratedRoutes> generated;
    private final Thread thread = new Thread(this::watch, "routes-watch");
    private final Semaphore changes = new Semaphore(0);
    private final Duration look;
    private FolderWatch directory;
    private RouteTree seen;

    RouteWatch(RoutesProperties properties, RouteReloader reloader, ApplicationEventPublisher events, List<GeneratedRoutes> generated) {
        this(properties, reloader, events, generated, Duration.ofSeconds(LOOK_SECONDS));
    }

    /** @param look time after which the directory is read even if nothing was reported */
    RouteWatch(RoutesProperties properties, RouteReloader reloader, ApplicationEventPublisher events, List<GeneratedRoutes> generated,
            Duration look) {
        this.look = look;
        this.generated = generated;
        this.properties = properties;
        this.reloader = reloader;
        this.events = events;
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        generated.forEach(each -> each.onChange(changes::release));
        directory = FolderWatch.ofTrees(properties.folders(), changes::release);
        directory.include();
        seen = properties.tree().with(generated);
        reloader.reconcile(seen);
        int routes = reloader.served().values().stream().mapToInt(List::size).sum();
        events.publishEvent(new RoutesState.Loaded(routes, reloader.broken().size()));
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            if (hasChanged(BEFORE_PRACTICE)) {
                changes.release();
            } else {
                reloader.practise();
            }
            while (true) {
                if (isSettled()) {
                    if (!hasChanged(look)) {
                        continue;
                    }
                    directory.include();
                    isSettled(); // the first of two looks that must find the same files
                }
                Thread.sleep(properties.debounce().toMillis());
            }
        } catch (InterruptedException closing) {
            // the gateway stops
        }
    }

    /** Waits for a change, at most for that time. */
    private boolean hasChanged(Duration time) throws InterruptedException {
        boolean changed = changes.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        changes.drainPermits();
        return changed;
    }

    /**
     * Reads the directory, and applies an edit if nothing has changed since the last read.
     *
     * @return whether every edit is applied
     */
    private boolean isSettled() {
        try {
            RouteTree now = properties.tree().with(generated);
            boolean quiet = now.equals(seen);
            seen = now;
            if (quiet && (!now.equals(reloader.applied()) || reloader.lacksPort())) {
                reloader.reconcile(now);
            }
            return now.equals(reloader.applied());
        } catch (RuntimeException | Error e) {
            LOG.error("Routes directory not read, retrying nextTry={}s", LOOK_SECONDS, e);
            return true;
        }
    }

    @Override
    public void destroy() {
        thread.interrupt();
        if (directory != null) {
            directory.close();
        }
    }
}
