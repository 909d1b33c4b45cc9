package dev.caravan.database.redis;

import dev.caravan.trace.ClientSpan;
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

    boolean isOver() {
        return deadline.left() == 0;
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param command its name, for the trace
     * @throws RedisException what the server or the connection to it has to say, or that the time is up
     */
    <T> T ask(String command, Function<RedisAsyncCommands<String, String>, RedisFuture<T>> question) {
        return traced(command, 1, () -> await(question.apply(connection.async())));
    }

    /** Sends a command for each item before it waits for the first answer. */
    private <T> List<T> askAll(String command, List<String> items, BiFunction<RedisAsyncCommands<String, String>, String, RedisFuture<T>> question,
            Function<RedisFuture<T>, T> answer) {
        return traced(command, items.size(), () -> {
            connection.setAutoFlushCommands(false); // sent together, so that their answers share a limit
            List<RedisFuture<T>> answers;
            try {
                answers = items.stream().map(item -> question.apply(connection.async(), item)).toList();
                connection.flushCommands();
            } finally {
                connection.setAutoFlushCommands(true);
            }
            List<T> all = new ArrayList<>(answers.size());
            answers.forEach(one -> all.add(answer.apply(one)));
            return all;
        });
    }

    /** Whether each of the keys is there. */
    List<Boolean> exist(List<String> keys) {
        return askAll("EXISTS", keys, RedisAsyncCommands::exists, this::await).stream().map(count -> count > 0).toList();
    }

    /** The hash at each of the keys; empty where there is none, or something else. */
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

    /** From here on a change of these keys makes {@link #commit} do nothing. */
    void watch(List<String> keys) {
        watching = true;
        ask("WATCH", redis -> redis.watch(keys.toArray(String[]::new)));
    }

    /** Runs the commands in one MULTI and EXEC; false, and nothing is done, if a watched key was changed meanwhile. */
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
                queued.stream().filter(Future::isDone).forEach(this::await); // throws why it was not taken
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
            // a command that is sent while the server closes the connection may never be told so
            throw connection.isOpen() ? new RedisCommandTimeoutException("No answer in time") : new RedisConnectionException("The connection was lost");
        } catch (InterruptedException e) {
            sound = false;
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
        connections.takeBack(connection, sound && !watching);
    }
}
