package dev.caravan.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Renews leases and polls for work on one thread. Work that fails, for example because the store is down, runs again at its next turn. */
public final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final String name;
    private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

    /** @param name of the thread */
    public Heartbeat(String name) {
        this.name = name;
        scheduler.setThreadNamePrefix(name + "-");
        scheduler.setDaemon(true);
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setErrorHandler(failure -> LOG.debug("{} failed, it is repeated at its next turn", name, failure));
        scheduler.initialize();
    }

    /** Runs the work at this interval. The first run is after one interval. */
    public ScheduledFuture<?> every(Duration pause, Runnable work) {
        Duration some = pause.compareTo(Duration.ZERO) > 0 ? pause : Duration.ofMillis(1);
        return scheduler.scheduleWithFixedDelay(work, Instant.now().plus(some), some);
    }

    /** Runs the work once after this time, or does nothing after {@link #close}. */
    public void after(Duration pause, Runnable work) {
        try {
            scheduler.schedule(work, Instant.now().plus(pause));
        } catch (TaskRejectedException e) {
            LOG.debug("Work skipped: the gateway is stopping", e);
        }
    }

    /** Renews leases often enough that those of a running gateway do not expire. */
    public ScheduledFuture<?> renew(Duration lease, Runnable renewal) {
        return every(lease.dividedBy(3), () -> {
            try {
                renewal.run();
            } catch (RuntimeException e) {
                LOG.warn("Lease renewal failed, retrying worker={} reason={}", name, e.getMessage());
            }
        });
    }

    /** Runs the work at once, or does nothing after {@link #close}. */
    public void soon(Runnable work) {
        try {
            scheduler.execute(work);
        } catch (TaskRejectedException e) {
            LOG.debug("Work skipped: the gateway is stopping", e);
        }
    }

    /** Interrupts running work. */
    @Override
    public void close() {
        scheduler.shutdown();
    }
}
