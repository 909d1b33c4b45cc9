package dev.caravan.observe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/**
 * Runs checks, each on its own thread and at most once at a time. Caches results for {@value #GOOD_SECONDS} s, failures for
 * {@value #BAD_SECONDS} s. Reading all of them takes at most {@value #LIMIT_MS} ms, however many hang. A check that hangs is not started
 * again before it has ended.
 */
@Component
public class Checkup {

    private static final long LIMIT_MS = 1_500;
    private static final long GOOD_SECONDS = 5;
    private static final long BAD_SECONDS = 1;

    private final Map<String, Run> runs = new ConcurrentHashMap<>();
    private final Map<String, Double> latest = new ConcurrentHashMap<>();

    private record Run(FutureTask<Health> task, Thread thread, long begun) {

        boolean isGood() {
            return !task.isDone() || System.nanoTime() - begun < Duration.ofSeconds(foundUp() ? GOOD_SECONDS : BAD_SECONDS).toNanos();
        }

        private boolean foundUp() {
            try {
                return task.get().getStatus().equals(Status.UP);
            } catch (ExecutionException | InterruptedException e) {
                return false;
            }
        }
    }

    /** Starts all checks without a cached result in parallel, without waiting. */
    void begin(Iterable<? extends Check> checks) {
        checks.forEach(this::run);
    }

    /** Returns the result of the check, possibly cached. */
    public Health of(Check check) {
        Run run = run(check);
        long left = LIMIT_MS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - run.begun());
        try {
            return run.task().get(Math.max(0, left), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            run.thread().interrupt();
            return Check.degraded("no answer within " + LIMIT_MS + " ms");
        } catch (ExecutionException e) {
            return Check.degraded(e.getCause().getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Check.degraded("interrupted");
        }
    }

    /** Returns the value for metrics: 1 up, 0 not, NaN before the first result. Does not wait, and refreshes an old result. */
    double known(Check check) {
        Run run = run(check);
        boolean hangs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - run.begun()) > LIMIT_MS;
        if (run.task().isDone()) {
            latest.put(check.name(), run.foundUp() ? 1.0 : 0.0);
        } else if (hangs) {
            latest.put(check.name(), 0.0);
        }
        return latest.getOrDefault(check.name(), Double.NaN);
    }

    private Run run(Check check) {
        return runs.compute(check.name(), (name, last) -> last != null && last.isGood() ? last : begin(check));
    }

    private static Run begin(Check check) {
        FutureTask<Health> task = new FutureTask<>(check::ask);
        Thread thread = new Thread(task, "health-" + check.name());
        thread.setDaemon(true);
        thread.start();
        return new Run(task, thread, System.nanoTime());
    }
}
