package dev.caravan.database.redis;

import dev.caravan.observe.ClientSpan;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** A connection for one call, with the call's deadline. */
final class RedisSession implements AutoCloseable {

    /** A deadline in nanoseconds of {@link System#nanoTime}. */
    record Deadline(long nanoTime) {

        static Deadline in(Duration time) {
            return new Deadline(System.nanoTime() + time.toNanos());
        }

        long left() {
            return Math.max(0, nanoTime - System.nanoTime());
        }

        /** Returns the time that is left in nanoseconds, at most {@code most}. */
        long left(Duration most) {
            return Math.min(most.toNanos(), left());
        }
    }

    private final RedisDatabase connections;
    private final StatefulRedisConnection<String, String> connection;
    private final boolean shared;
    private final Deadline deadline;
    private boolean sound = true;
    private boolean watching;

    /** @param shared whether other calls use the connection at the same time */
    RedisSession(RedisDatabase connections, StatefulRedisConnection<String, String> connection, boolean shared, Deadline deadline) {
        this.connections = connections;
        this.connection = connection;
        this.shared = shared;
        this.deadline = deadline;
    }

    boolean isOver() {
        return deadline.left() == 0;
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param command name of the command, for the trace
     * @throws RedisException if the server or the connection fails, or if no time is left
     */
    <T> T ask(String command, Function<RedisAsyncCommands<String, String>, RedisFuture<T>> question) {
        return traced(command, 1, () -> await(question.apply(connection.async())));
    }

    /** Sends a command for each item, then waits for the answers. */
    private <T> List<T> askAll(String command, List<String> items,
            BiFunction<RedisAsyncCommands<String, String>, String, RedisFuture<T>> question,
            Function<RedisFuture<T>, T> answer) {
        if (items.isEmpty()) {
            return List.of();
        }
        return traced(command, items.size(), () -> {
            List<RedisFuture<T>> answers = items.size() == 1 ? List.of(question.apply(connection.async(), items.get(0)))
                    : together(items, question);
            List<T> all = new ArrayList<>(answers.size());
            answers.forEach(one -> all.add(answer.apply(one)));
            return all;
        });
    }

    /** Sends the commands in one write, so that their answers share a limit. */
    private <T> List<RedisFuture<T>> together(List<String> items,
            BiFunction<RedisAsyncCommands<String, String>, String, RedisFuture<T>> question) {
        if (shared) {
            throw new IllegalStateException("Commands of other calls would wait, too");
        }
        connection.setAutoFlushCommands(false);
        try {
            List<RedisFuture<T>> answers = items.stream().map(item -> question.apply(connection.async(), item)).toList();
            connection.flushCommands();
            return answers;
        } finally {
            connection.setAutoFlushCommands(true);
        }
    }

    /** Returns for each key whether it exists. */
    List<Boolean> exist(List<String> keys) {
        return askAll("EXISTS", keys, RedisAsyncCommands::exists, this::await).stream().map(count -> count > 0).toList();
    }

    /** Returns the hash at each key. A hash is empty if the key does not exist or has another type. */
    List<Map<String, String>> hashes(List<String> keys) {
        return askAll("HGETALL", keys, RedisAsyncCommands::hgetall, answer -> {
            try {
                return await(answer);
            } catch (RedisCommandExecutionException e) {
                if (String.valueOf(e.getMessage()).startsWith("WRONGTYPE")) {
                    return Map.of();
                }
                throw e;
            }
        });
    }

    /** Watches these keys. If one of them changes from now on, {@link #commit} writes nothing. */
    void watch(List<String> keys) {
        watching = true;
        ask("WATCH", redis -> redis.watch(keys.toArray(String[]::new)));
    }

    /** Runs the commands in one MULTI and EXEC. Returns false, and writes nothing, if a watched key was changed. */
    boolean commit(List<Function<RedisAsyncCommands<String, String>, RedisFuture<?>>> commands) {
        return traced("MULTI", commands.size(), () -> {
            List<Future<?>> queued = new ArrayList<>();
            connection.async().multi();
            commands.forEach(command -> queued.add(command.apply(connection.async())));
            RedisFuture<TransactionResult> executed = connection.async().exec();
            watching = false;
            try {
                return !await(executed).wasDiscarded();
            } catch (RedisCommandExecutionException e) {
                queued.stream().filter(Future::isDone).forEach(this::await); // throws the reason why a command was refused
                throw e;
            }
        });
    }

    private <T> T traced(String command, int number, Supplier<T> asking) {
        try (ClientSpan step = connections.begin(command, number)) {
            try {
                return asking.get();
            } catch (RuntimeException e) {
                step.failed(e);
                throw e;
            }
        }
    }

    private <T> T await(Future<T> answer) {
        try {
            return answer.get(deadline.left(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sound = false;
            // the client may never complete a command that is sent while the server closes the connection
            throw connection.isOpen() ? new RedisCommandTimeoutException("No answer in time")
                    : new RedisConnectionException("The connection was lost");
        } catch (InterruptedException e) {
            sound &= shared; // others go on; the answer is dropped when it arrives
            throw interrupted(e);
        } catch (ExecutionException e) {
            sound &= e.getCause() instanceof RedisCommandExecutionException;
            throw e.getCause() instanceof RedisException failure ? failure : new RedisException(e.getCause());
        }
    }

    static RedisException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RedisCommandInterruptedException(e);
    }

    @Override
    public void close() {
        if (shared) {
            connections.leave(connection, sound);
        } else {
            connections.takeBack(connection, sound && !watching);
        }
    }
}
