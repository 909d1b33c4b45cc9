package dev.caravan.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Renews leases and looks for work, again and again, on one thread. What fails, as a store is away, is done again at its next turn. */
public final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final String name;
    private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

    /** @param name of its thread */
    public Heartbeat(String name) {
        this.name = name;
        scheduler.setThreadNamePrefix(name + "-");
        scheduler.setDaemon(true);
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setErrorHandler(failure -> LOG.debug("{} fails, and is tried again", name, failure));
        scheduler.initialize();
    }

    /** First after one pause. */
    public ScheduledFuture<?> every(Duration pause, Runnable work) {
        Duration some = pause.compareTo(Duration.ZERO) > 0 ? pause : Duration.ofMillis(1);
        return scheduler.scheduleWithFixedDelay(work, Instant.now().plus(some), some);
    }

    /** Often enough that the lease of a gateway that lives doesn't end. */
    public ScheduledFuture<?> renew(Duration lease, Runnable renewal) {
        return every(lease.dividedBy(3), () -> {
            try {
                renewal.run();
            } catch (RuntimeException e) {
                LOG.warn("{} can't renew its leases, and tries again: {}", name, e.getMessage());
            }
        });
    }

    /** Does nothing once it is closed. */
    public void soon(Runnable work) {
        try {
            scheduler.execute(work);
        } catch (TaskRejectedException e) {
            LOG.debug("The gateway stops", e);
        }
    }

    /** What runs is interrupted. */
    @Override
    public void close() {
        scheduler.shutdown();
    }
}
