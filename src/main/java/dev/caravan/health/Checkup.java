package dev.caravan.health;

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
 * Makes checks, each on a thread of its own and at most one at a time, and remembers what they found for {@value #GOOD_SECONDS} s, of failures {@value #BAD_SECONDS} s. Whoever asks
 * for all of them waits {@value #LIMIT_MS} ms at most in all, however many hang; a check that hangs is not begun again before it has ended.
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

    /** Has all of them made that aren't known, side by side, without waiting. */
    void begin(Iterable<? extends Check> checks) {
        checks.forEach(this::run);
    }

    /** What the check finds, or found some seconds ago. */
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

    /** Of metrics: 1 up, 0 not, NaN where it is being asked for the first time. Does not wait, and has it asked again where that is long ago. */
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
