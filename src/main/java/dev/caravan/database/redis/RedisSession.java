package dev.caravan.database.redis;

import dev.caravan.observe.ClientSpan;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A connection for one call. All commands of the call share {@code statement-timeout}. */
final class RedisSession implements AutoCloseable {

    private final RedisDatabase database;
    private final boolean shared;
    /** The call's deadline by {@link System#nanoTime}. */
    private final long end;
    private CompletableFuture<StatefulRedisConnection<String, String>> opened;
    private StatefulRedisConnection<String, String> connection;
    private boolean sound = true;
    private boolean watching;

    /** @param shared whether other calls use the connection at the same time */
    RedisSession(RedisDatabase database, boolean shared) {
        this.database = database;
        this.shared = shared;
        this.end = System.nanoTime() + database.settings.statementTimeout().toNanos();
        try {
            if (!database.places(shared).tryAcquire(timeToConnect(), TimeUnit.NANOSECONDS)) {
                throw new RedisConnectionException("All connections are in use");
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            opened = shared ? database.shared() : database.pooled();
            connection = await(opened, timeToConnect());
        } catch (RuntimeException e) {
            database.places(shared).release();
            if (!shared && opened != null) {
                opened.thenAccept(StatefulConnection::closeAsync);
            }
            throw e;
        }
    }

    private long timeToConnect() {
        return Math.min(database.settings.connectTimeout().toNanos(), left());
    }

    private long left() {
        return Math.max(0, end - System.nanoTime());
    }

    boolean isOver() {
        return left() == 0;
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param command name of the command, for the trace
     * @throws RedisException if the server or the connection fails, or if no time is left
     */
    <T> T ask(String command, Function<RedisAsyncCommands<String, String>, RedisFuture<T>> question) {
        return traced(command, 1, () -> await(question.apply(connection.async()), left()));
    }

    /** Sends a command for each key in one write. A key of another type has the answer null. */
    <T> List<T> askEach(String command, List<String> keys,
            BiFunction<RedisAsyncCommands<String, String>, String, RedisFuture<T>> question) {
        return traced(command, keys.size(), () -> {
            List<RedisFuture<T>> answers = new ArrayList<>();
            connection.setAutoFlushCommands(keys.size() < 2); // on the shared connection, commands of other calls would wait
            try {
                keys.forEach(key -> answers.add(question.apply(connection.async(), key)));
                connection.flushCommands();
            } finally {
                connection.setAutoFlushCommands(true);
            }
            List<T> all = new ArrayList<>();
            for (RedisFuture<T> answer : answers) {
                try {
                    all.add(await(answer, left()));
                } catch (RedisCommandExecutionException e) {
                    if (!String.valueOf(e.getMessage()).startsWith("WRONGTYPE")) {
                        throw e;
                    }
                    all.add(null);
                }
            }
            return all;
        });
    }

    /** Returns those of the keys that exist. */
    Set<String> existing(Collection<String> keys) {
        Iterator<Long> counts = askEach("EXISTS", List.copyOf(keys), RedisAsyncCommands::exists).iterator();
        return keys.stream().filter(key -> counts.next() > 0).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns how many bytes Redis needs for all that is at the key. */
    static RedisFuture<Long> memory(RedisAsyncCommands<String, String> redis, String key) {
        RedisText codec = new RedisText();
        return redis.dispatch(CommandType.MEMORY, new IntegerOutput<>(codec),
                new CommandArgs<>(codec).add("USAGE").addKey(key).add("SAMPLES").add(0));
    }

    /** Returns the fields of the hash at each key; null if there is no hash. */
    List<Map<String, Object>> hashes(List<String> keys) {
        return askEach("HGETALL", keys, RedisAsyncCommands::hgetall).stream()
                .<Map<String, Object>>map(hash -> hash == null || hash.isEmpty() ? null : new LinkedHashMap<>(hash)).toList();
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
                return !await(executed, left()).wasDiscarded();
            } catch (RedisCommandExecutionException e) {
                queued.stream().filter(Future::isDone).forEach(done -> await(done, left())); // throws the reason why one was refused
                throw e;
            }
        });
    }

    private <T> T traced(String command, int number, Supplier<T> asking) {
        try (ClientSpan step = database.begin(command, number)) {
            try {
                return asking.get();
            } catch (RuntimeException e) {
                step.failed(e);
                throw e;
            }
        }
    }

    private <T> T await(Future<T> answer, long nanoseconds) {
        try {
            return answer.get(nanoseconds, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sound = false;
            // the client may never complete a command that is sent while the server closes the connection
            throw connection != null && connection.isOpen() ? new RedisCommandTimeoutException("No answer in time")
                    : new RedisConnectionException("No connection");
        } catch (InterruptedException e) {
            sound &= shared; // others go on; the answer is dropped when it arrives
            throw interrupted(e);
        } catch (ExecutionException e) {
            sound &= e.getCause() instanceof RedisCommandExecutionException;
            throw e.getCause() instanceof RedisException failure ? failure : new RedisException(e.getCause());
        }
    }

    private static RedisException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RedisCommandInterruptedException(e);
    }

    @Override
    public void close() {
        if (shared && !sound) {
            database.replace(opened);
        } else if (!shared && sound && !watching && connection.isOpen()) {
            database.takeBack(connection);
        } else if (!shared) {
            connection.closeAsync();
        }
        database.places(shared).release();
    }
}
