package dev.caravan.observe;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/**
 * Runs checks, each on its own thread and at most once at a time. It repeats each every {@value #WATCH_SECONDS} s, and logs when a
 * dependency stops answering and when it answers again. Readers get good results that are up to {@value #GOOD_SECONDS} s old, and
 * failures that are a second old. The watch itself asks a dependency that doesn't answer after growing pauses ({@link #pause}). Reading
 * all checks takes at most {@value #LIMIT_MS} ms, however many hang. A check that hangs is interrupted after {@value #PATIENCE_MS} ms,
 * and is not started again before it has ended.
 */
@Component
public class Checkup implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(Checkup.class);
    private static final long LIMIT_MS = 1_500;
    private static final long PATIENCE_MS = 5_000;
    private static final long LOOK_MS = 1_000;
    private static final long GOOD_SECONDS = 5;
    private static final long WATCH_SECONDS = 15;
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Map<String, Run> runs = new ConcurrentHashMap<>();
    private final Map<String, Check> checks = new ConcurrentHashMap<>();
    private final Map<String, Double> latest = new ConcurrentHashMap<>();
    /** Dependencies that do not answer. */
    private final Map<String, Away> away = new ConcurrentHashMap<>();
    private ScheduledExecutorService clock;

    /** @param cause class of the exception of a dependency that doesn't answer; null if it answers */
    private record Outcome(Health health, String cause) {

        boolean isUp() {
            return health.getStatus().equals(Status.UP);
        }
    }

    /**
     * A dependency that does not answer. One failure may be a moment's, so the log tells of the second in a row.
     *
     * @param since time of the first failure, as {@link System#nanoTime} has it
     * @param run   {@link Run#begun} of the last failure
     * @param told  whether the log has it
     */
    private record Away(long since, long run, boolean told) {
    }

    private record Run(FutureTask<Outcome> task, Thread thread, long begun) {

        long age() {
            return System.nanoTime() - begun;
        }

        boolean hangs(long millis) {
            return !task.isDone() && age() > TimeUnit.MILLISECONDS.toNanos(millis);
        }

        /** Returns the result of a run that is done. */
        Outcome outcome() {
            try {
                return task.get();
            } catch (ExecutionException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns the time until the next try, from the time since the first failure: as long again, from one second to half a minute. */
    public static Duration pause(Duration failing) {
        return failing.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : failing.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : failing;
    }

    /** Repeats these checks until the gateway stops. */
    void watch(List<Check> checks) {
        clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "health-watch");
            thread.setDaemon(true);
            return thread;
        });
        clock.scheduleWithFixedDelay(() -> checks.forEach(this::look), 0, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private void look(Check check) {
        Run last = runs.get(check.name());
        if (last != null && last.hangs(PATIENCE_MS)) {
            last.thread().interrupt();
            tell(check, last, hanging(check));
        } else if (last != null && last.task().isDone()) {
            tell(check, last, last.outcome());
        }
        run(check, WATCH_SECONDS);
    }

    private void tell(Check check, Run run, Outcome found) {
        latest.put(check.name(), found.isUp() ? 1.0 : 0.0);
        Away known = away.get(check.name());
        if (found.cause() != null && known == null) {
            away.put(check.name(), new Away(run.begun(), run.begun(), false));
        } else if (found.cause() != null && !known.told() && known.run() != run.begun()) {
            away.put(check.name(), new Away(known.since(), run.begun(), true));
            LOG.warn("Dependency away state=\"{}\" cause={}", found.health().getDetails().get("reason"), found.cause());
        } else if (found.isUp() && known != null) {
            away.remove(check.name());
            if (known.told()) {
                LOG.info("Dependency back state=\"{} answers again\" after={}s", check.title(),
                        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - known.since()));
            }
        }
    }

    /** Makes a check known by its name. */
    void add(Check check) {
        checks.put(check.name(), check);
    }

    /** Returns whether a database or service does not answer, by its name in health. The result may be cached. No check means false. */
    public boolean isAway(String name) {
        Check check = checks.get(name);
        return check != null && !of(check).getStatus().equals(Status.UP);
    }

    /** Starts all checks without a cached result in parallel, without waiting. */
    void begin(Iterable<? extends Check> checks) {
        checks.forEach(check -> run(check, GOOD_SECONDS));
    }

    /** Returns the result of the check, possibly cached. */
    public Health of(Check check) {
        Run run = run(check, GOOD_SECONDS);
        long left = LIMIT_MS - TimeUnit.NANOSECONDS.toMillis(run.age());
        try {
            return run.task().get(Math.max(0, left), TimeUnit.MILLISECONDS).health();
        } catch (TimeoutException e) {
            return hanging(check).health();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Check.degraded("interrupted");
        }
    }

    /** Returns the value for metrics: 1 up, 0 not, NaN before the first result. Does not wait, and refreshes an old result. */
    double known(Check check) {
        Run run = run(check, WATCH_SECONDS);
        if (run.task().isDone()) {
            latest.put(check.name(), run.outcome().isUp() ? 1.0 : 0.0);
        } else if (run.hangs(LIMIT_MS)) {
            latest.put(check.name(), 0.0);
        }
        return latest.getOrDefault(check.name(), Double.NaN);
    }

    private Run run(Check check, long seconds) {
        return runs.compute(check.name(), (name, last) -> last != null && (!last.task().isDone() || last.age() < fresh(last, name, seconds))
                ? last : begin(check));
    }

    /** Returns for how many nanoseconds the result of a run counts. For readers a failure counts for a second. */
    private long fresh(Run run, String name, long seconds) {
        if (run.outcome().isUp()) {
            return TimeUnit.SECONDS.toNanos(seconds);
        }
        Away known = seconds == WATCH_SECONDS ? away.get(name) : null;
        return pause(Duration.ofNanos(known == null ? 0 : run.begun() - known.since())).toNanos();
    }

    private static Run begin(Check check) {
        FutureTask<Outcome> task = new FutureTask<>(() -> ask(check));
        Thread thread = new Thread(task, "health-" + check.name());
        thread.setDaemon(true);
        thread.start();
        return new Run(task, thread, System.nanoTime());
    }

    private static Outcome ask(Check check) {
        long begun = System.nanoTime();
        try {
            return new Outcome(check.ask(), null);
        } catch (Check.RefusedException e) {
            return isLate(begun) ? hanging(check)
                    : new Outcome(Check.degraded(check.title() + " refuses the gateway: " + e.getMessage()), "refused");
        } catch (Exception | LinkageError e) {
            if (isLate(begun)) {
                return hanging(check); // the exception is that of the interruption
            }
            Throwable root = e;
            while (root.getCause() != null && root.getCause() != root) {
                root = root.getCause();
            }
            return new Outcome(Check.degraded(check.title() + " doesn't answer"), root.getClass().getSimpleName());
        }
    }

    private static boolean isLate(long begun) {
        return System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    }

    private static Outcome hanging(Check check) {
        return new Outcome(Check.degraded(check.title() + " doesn't answer in time"), "timeout");
    }

    @Override
    public void destroy() {
        if (clock != null) {
            clock.shutdownNow();
        }
    }
}
