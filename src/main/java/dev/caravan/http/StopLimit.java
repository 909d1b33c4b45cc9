package dev.caravan.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Ends the process if it is still running {@code stop-delay} + {@code drain} + 10 s after it was told to stop. Logs the stacks of all
 * threads first.
 */
public final class StopLimit implements ApplicationListener<ApplicationEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(StopLimit.class);

    private static final Duration GRACE = Duration.ofSeconds(9);

    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile Duration limit = GRACE;

    private StopLimit() {
    }

    /** Creates an application that owns the process. */
    public static SpringApplication of(Class<?> source) {
        StopLimit limit = new StopLimit();
        Runtime.getRuntime().addShutdownHook(new Thread(limit::begin, "stop-limit"));
        SpringApplication application = new SpringApplication(source);
        application.addListeners(limit);
        return application;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof ApplicationContextInitializedEvent prepared) {
            HttpProperties http = Binder.get(prepared.getApplicationContext().getEnvironment())
                    .bindOrCreate("caravan.http", HttpProperties.class);
            limit = http.stopDelay().plus(http.drain()).plus(GRACE);
        } else if (event instanceof ContextClosedEvent closed && closed.getApplicationContext().getParent() == null) {
            begin();
        }
    }

    private void begin() {
        if (begun.compareAndSet(false, true)) {
            daemon("stop-limit", this::watch);
        }
    }

    private void watch() {
        try {
            Thread.sleep(limit.toMillis());
            daemon("stop-limit-log", StopLimit::tell).join(1_000); // the log itself may hang
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void tell() {
        LOG.error("Process did not stop in time and is ended now");
        Thread.getAllStackTraces().forEach((thread, stack) -> LOG.error("Thread still running thread={} state={} stack={}",
                thread.getName(), thread.getState(), List.of(stack)));
    }
}
