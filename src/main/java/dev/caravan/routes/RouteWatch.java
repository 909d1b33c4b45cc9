package dev.caravan.routes;

import java.nio.file.Files;
import java.nio.file.Path;
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
 * Loads the routes directory when Camel has started, and applies each edit when its file has stopped changing. The file system reports changes. In
 * addition, the directory is read every {@value #LOOK_SECONDS} seconds, since some file systems report nothing.
 */
class RouteWatch implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(RouteWatch.class);
    private static final long LOOK_SECONDS = 10;
    private static final Duration LOOK = Duration.ofSeconds(LOOK_SECONDS);
    private static final Duration BEFORE_PRACTICE = Duration.ofSeconds(1);

    private final RoutesProperties properties;
    private final RouteReloader reloader;
    private final ApplicationEventPublisher events;
    private final List<GeneratedRoutes> generated;
    private final Thread thread = new Thread(this::watch, "routes-watch");
    private final Semaphore changes = new Semaphore(0);
    private FolderWatch folder;
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
        folder = FolderWatch.ofTree(directory, changes::release);
        folder.include();
        seen = RouteTree.of(directory).with(generated);
        reloader.reconcile(seen);
        int routes = reloader.served().values().stream().mapToInt(List::size).sum();
        events.publishEvent(new RoutesLoaded(routes, reloader.broken().size()));
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            if (!hasChanged(BEFORE_PRACTICE)) {
                reloader.practise();
            }
            while (true) {
                if (isSettled()) {
                    if (hasChanged(LOOK)) {
                        folder.include();
                    }
                } else {
                    Thread.sleep(properties.debounce().toMillis());
                }
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
            RouteTree now = RouteTree.of(properties.directory()).with(generated);
            boolean quiet = now.equals(seen);
            seen = now;
            if (quiet && !now.equals(reloader.applied())) {
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
        if (folder != null) {
            folder.close();
        }
    }
}
