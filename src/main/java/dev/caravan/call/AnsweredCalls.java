package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Remembers the calls with an idempotency key and their first answers, for all gateways. No key is forgotten early: when the memory of a
 * gateway without a store is full, new keys are refused. Its oldest answers make room for new ones.
 */
@Component
class AnsweredCalls {

    /**
     * A call that has begun with this key.
     *
     * @param request hash of the tool's name and arguments
     * @param answer  null if it is not known; empty if it is not kept
     */
    record Before(String request, byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(AnsweredCalls.class);
    private static final int MOST_IN_MEMORY = 100_000;
    private static final int OVERHEAD = 100;

    /** {key: hash of the request, space, id of the run}. */
    private final KeyValue calls;
    /** {id of the run: its answer}. */
    private final KeyValue answers;
    private final Duration remember;
    private final int mostPerOwner;

    @Autowired
    AnsweredCalls(KeyValueStore kinds, CallKeyProperties settings) {
        this(kinds.open("call", KeyValue.Limits.refusing(settings.maxKeysPerCaller(), MOST_IN_MEMORY)),
                kinds.open("answer", answers(settings.keyMemory().toBytes())), settings.rememberKeys(), settings.maxKeysPerCaller());
    }

    AnsweredCalls(KeyValue calls, KeyValue answers, Duration remember, int mostPerOwner) {
        this.calls = calls;
        this.answers = answers;
        this.remember = remember;
        this.mostPerOwner = mostPerOwner;
    }

    static KeyValue.Limits answers(long bytes) {
        return new KeyValue.Limits(new Budget(0, bytes), answer -> answer.length + OVERHEAD, true);
    }

    /**
     * Records that a call begins. Returns the call that began before with this key; empty if there is none.
     *
     * @param owner hash of the caller
     * @param run   identifies this run of the call
     * @throws McpException   if there are too many keys
     * @throws StoreException if the store is unavailable
     */
    Optional<Before> begin(String owner, String key, String request, String run) throws McpException {
        Optional<byte[]> before;
        try {
            before = calls.add(new KeyValue.Entry(key, owner, (request + " " + run).getBytes(StandardCharsets.UTF_8)), remember);
        } catch (Budget.FullException e) {
            throw e.isOfOwner() ? McpException.refused(429, "The call was not run. You have reached the limit of " + mostPerOwner
                    + " idempotency keys for one caller. Wait until old keys expire, "
                    + "or send a key only with calls that must not run twice", Map.of())
                    : McpException.unavailable("The call was not run because the gateway remembers " + MOST_IN_MEMORY
                    + " idempotency keys and can't remember more. Send it again later");
        }
        return before.map(value -> {
            String[] call = new String(value, StandardCharsets.UTF_8).split(" ");
            return new Before(call[0], answers.get(call[1]).orElse(null));
        });
    }

    /** Stores the first answer. */
    void keep(String run, byte[] answer) {
        try {
            answers.put(new KeyValue.Entry(run, null, answer), remember);
        } catch (Budget.FullException e) {
            LOG.debug("Answer not kept because it exceeds caravan.calls.key-memory run={}", run);
        } catch (StoreException e) {
            warn(e);
        }
    }

    /** Forgets a call that did not run, so that it may come again. */
    void forget(String key) {
        try {
            calls.take(key);
        } catch (StoreException e) {
            warn(e);
        }
    }

    private static void warn(StoreException e) {
        LOG.warn("Answer not stored; a call that comes again with its idempotency key is not run and gets an error error={}",
                e.getMessage());
    }
}
