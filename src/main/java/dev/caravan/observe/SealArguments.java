package dev.caravan.observe;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Turns each {@link AuditEvent} of the body into a map. {@code argumentsHmac} is the HMAC-SHA256 of the arguments' digest in hex digits, so
 * that a reader of the log without the key can't guess arguments. It is null while the key's database is unavailable.
 */
@Component("sealArguments")
public class SealArguments implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(SealArguments.class);
    private static final long PAUSE = Duration.ofSeconds(5).toNanos();

    /** The time to wait for the key after the start, while a new database gets its tables. */
    private static final long GRACE = Duration.ofSeconds(20).toNanos();
    private static final long SHORT_MS = 100;

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(DigestUtils::getSha256Digest);

    private final Key key;
    private final long made = System.nanoTime();
    private long triedInVain = System.nanoTime() - PAUSE;

    SealArguments(Key key) {
        this.key = key;
    }

    /** The key that all gateways share. */
    public interface Key {

        /** Returns a new HMAC-SHA-256. Throws if the key is unavailable now. */
        Mac mac();
    }

    /** Returns the SHA-256 of the JSON text. */
    public static byte[] digest(JsonNode arguments) {
        return SHA_256.get().digest(arguments.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void process(Exchange exchange) {
        List<AuditEvent> events = exchange.getMessage().getBody(List.class);
        List<Map<String, Object>> sealed = new ArrayList<>(events.size());
        for (AuditEvent event : events) {
            sealed.add(event.members(event.argumentsSha256() == null ? null : hmac(event.argumentsSha256(), exchange.getContext())));
        }
        exchange.getMessage().setBody(sealed);
    }

    private String hmac(byte[] digest, CamelContext gateway) {
        Mac mac = mac(gateway);
        return mac == null ? null : HexFormat.of().formatHex(mac.doFinal(digest));
    }

    /**
     * Returns the HMAC, or null if the key is unavailable now. Waits on the route's only thread, which delays no call and loses no event.
     */
    private synchronized Mac mac(CamelContext gateway) {
        while (System.nanoTime() - triedInVain >= PAUSE) {
            try {
                return key.mac();
            } catch (RuntimeException | Error e) {
                if (System.nanoTime() - made > GRACE || gateway.getStatus().isStopping() || !waited()) {
                    triedInVain = System.nanoTime();
                    LOG.warn("Audit events written without HMAC because its key is unavailable member={} error={}", AuditEvent.HMAC,
                            e.getMessage());
                }
            }
        }
        return null;
    }

    private static boolean waited() {
        try {
            Thread.sleep(SHORT_MS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
