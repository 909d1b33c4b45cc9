package dev.caravan.database;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** A connection that one call has to itself, and the time it has. */
final class RedisSession implements AutoCloseable {

    /** A moment in the future. */
    record Deadline(long nanoTime) {

        static Deadline in(Duration time) {
            return new Deadline(System.nanoTime() + time.toNanos());
        }

        long left() {
            return Math.max(0, nanoTime - System.nanoTime());
        }

        /** Nanoseconds, no more than {@code most}. */
        long left(Duration most) {
            return Math.min(most.toNanos(), left());
        }
    }

    private final RedisConnections connections;
    private final StatefulRedisConnection<String, String> connection;
    private final Deadline deadline;
    private boolean sound = true;
    private boolean watching;

    RedisSession(RedisConnections connections, StatefulRedisConnection<String, String> connection, Deadline deadline) {
        this.connections = connections;
        this.connection = connection;
        this.deadline = deadline;
    }

    RedisAsyncCommands<String, String> redis() {
        return connection.async();
    }

    boolean isOver() {
        return deadline.left() == 0;
    }

    /** @throws RedisException what the server or the connection to it has to say, or that the time is up */
    <T> T await(Future<T> answer) {
        try {
            return answer.get(deadline.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sound = false;
            throw new RedisCommandTimeoutException("No answer in time");
        } catch (InterruptedException e) {
            sound = false;
            throw interrupted(e);
        } catch (ExecutionException e) {
            sound &= e.getCause() instanceof RedisCommandExecutionException;
            throw e.getCause() instanceof RedisException failure ? failure : new RedisException(e.getCause());
        }
    }

    /** Sends a command for each item before it waits for the first answer. */
    <I, T> List<T> awaitAll(Iterable<I> items, Function<I, RedisFuture<T>> command) {
        List<RedisFuture<T>> answers = new ArrayList<>();
        items.forEach(item -> answers.add(command.apply(item)));
        List<T> all = new ArrayList<>(answers.size());
        answers.forEach(answer -> all.add(await(answer)));
        return all;
    }

    /** Whether each of the keys is there. */
    List<Boolean> exist(List<String> keys) {
        return awaitAll(keys, key -> redis().exists(key)).stream().map(count -> count > 0).toList();
    }

    /** From here on a change of these keys makes {@link #commit} do nothing. */
    void watch(List<String> keys) {
        watching = true;
        await(redis().watch(keys.toArray(String[]::new)));
    }

    /** Runs the commands in one MULTI and EXEC; false, and nothing is done, if a watched key was changed meanwhile. */
    boolean commit(List<Function<RedisAsyncCommands<String, String>, RedisFuture<?>>> commands) {
        List<Future<?>> queued = new ArrayList<>();
        redis().multi();
        commands.forEach(command -> queued.add(command.apply(redis())));
        RedisFuture<TransactionResult> executed = redis().exec();
        watching = false;
        try {
            return !await(executed).wasDiscarded();
        } catch (RedisCommandExecutionException e) {
            queued.stream().filter(Future::isDone).forEach(this::await); // throws why it was not taken
            throw e;
        }
    }

    static RedisException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RedisCommandInterruptedException(e);
    }

    @Override
    public void close() {
        connections.takeBack(connection, sound && !watching);
    }
}
