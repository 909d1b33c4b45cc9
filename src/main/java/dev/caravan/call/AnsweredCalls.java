package dev.caravan.call;

import dev.caravan.mcp.McpException;
import dev.caravan.store.Budget;
import dev.caravan.store.KeyValue;
import dev.caravan.store.KeyValueStore;
import dev.caravan.store.Store;
import dev.caravan.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Remembers the calls that must run once and their first answers, for all gateways: those with an idempotency key, and those of messages
 * that may be delivered again. No key of a client is forgotten early: when the memory of a gateway without a store is full, new keys are
 * refused. Its oldest messages and answers make room for new ones.
 */
@Component
public class AnsweredCalls {

    /** Limits a kept answer in bytes. A larger one is kept as no bytes, which say that the call has run. */
    public static final int MOST_ANSWER = 64 * 1024;

    /** The header with a key. */
    public static final String HEADER = "Idempotency-Key";

    /**
     * A call that has begun with this key.
     *
     * @param request hash of the tool's name and arguments
     * @param answer  null if it is not known; empty if it is not kept
     */
    public record Before(String request, byte[] answer) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(AnsweredCalls.class);
    private static final int MOST_IN_MEMORY = 100_000;
    private static final int MOST_MESSAGES = 10_000;
    private static final int OVERHEAD = 100;
    /** A key with or without the quotes of a structured header. */
    private static final Pattern FORM = Pattern.compile("\"?([!#-~]{1,255})\"?");

    /** {key: hash of the request, space, id of the run}. */
    private final KeyValue calls;
    /** The same for calls without an owner, those of messages. */
    private final KeyValue messages;
    /** {id of the run: its answer}. */
    private final KeyValue answers;
    private final Duration remember;
    private final int mostPerOwner;
    private final boolean stored;

    @Autowired
    AnsweredCalls(KeyValueStore kinds, Store store, CallKeyProperties settings) {
        this(kinds.open("call", KeyValue.Limits.refusing(settings.maxKeysPerCaller(), MOST_IN_MEMORY)),
                kinds.open("delivery", KeyValue.Limits.newest(MOST_MESSAGES)),
                kinds.open("answer", answers(settings.keyMemory().toBytes())), settings, store.isSet());
    }

    AnsweredCalls(KeyValue calls, KeyValue messages, KeyValue answers, CallKeyProperties settings, boolean stored) {
        this.calls = calls;
        this.messages = messages;
        this.answers = answers;
        this.remember = settings.rememberKeys();
        this.mostPerOwner = settings.maxKeysPerCaller();
        this.stored = stored;
    }

    /** Returns the key without quotes; empty if it is not 1 to 255 characters of ASCII without spaces. */
    public static Optional<String> key(String given) {
        Matcher form = FORM.matcher(given.strip());
        return form.matches() ? Optional.of(form.group(1)) : Optional.empty();
    }

    /** Returns whether calls are remembered when this gateway ends. */
    boolean areStored() {
        return stored;
    }

    private KeyValue of(String owner) {
        return owner == null ? messages : calls;
    }

    static KeyValue.Limits answers(long bytes) {
        return new KeyValue.Limits(new Budget(0, bytes), answer -> answer.length + OVERHEAD, true);
    }

    /**
     * Records that a call begins. Returns the call that began before with this key; empty if there is none.
     *
     * @param owner hash of the caller; null for a message
     * @param run   identifies this run of the call
     * @throws McpException   if there are too many keys
     * @throws StoreException if the store is unavailable
     */
    public Optional<Before> begin(String owner, String key, String request, String run) throws McpException {
        Optional<byte[]> before;
        try {
            before = of(owner).add(new KeyValue.Entry(key, owner, (request + " " + run).getBytes(StandardCharsets.UTF_8)), remember);
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
    public void keep(String run, byte[] answer) {
        try {
            answers.put(new KeyValue.Entry(run, null, answer), remember);
        } catch (Budget.FullException e) {
            LOG.debug("Answer not kept because it exceeds caravan.calls.key-memory run={}", run);
        } catch (StoreException e) {
            warn(e);
        }
    }

    /** Forgets a call that did not run, so that it may come again. */
    public void forget(String owner, String key) {
        try {
            of(owner).take(key);
        } catch (StoreException e) {
            warn(e);
        }
    }

    private static void warn(StoreException e) {
        LOG.warn("Answer not stored; a call that comes again is not run and gets an error error={}",
                e.getMessage());
    }
}
