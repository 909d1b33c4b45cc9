package dev.caravan.security;

import dev.caravan.envelope.Text;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Counts wrong credentials, and wrong keys of MCP instances, by address, at this gateway only. */
@Component
public class FailedLogins {

    static final Text TOO_MANY = Text.of("http.wrongCredentials");

    /** Counts wrong keys apart from wrong credentials: they must not keep unknown tokens of the address from being verified. */
    private static final String OF_KEYS = " keys";
    private final Buckets addresses;

    FailedLogins(SecurityProperties security) {
        this.addresses = new Buckets(security.failedLogins().attempts(), security.failedLogins().per(), 0);
    }

    /** Returns the time until this address may send wrong credentials again; zero if it may now. */
    Duration pause(String address) {
        return addresses.pause(address);
    }

    /** Counts wrong credentials. */
    void failed(String address) {
        addresses.take(address);
    }

    /**
     * Counts a wrong key in an address, such as {@code /mcp/KEY}. Right keys are never counted, so callers behind one address do not lock
     * out each other.
     *
     * @param address of the caller; null if unknown, which has no limit
     * @return 429 if too many came from there; empty if the caller may be told that the key is wrong
     */
    public Optional<HttpRefusal> count(String address) {
        if (address == null) {
            return Optional.empty();
        }
        Duration pause = pause(address + OF_KEYS);
        failed(address + OF_KEYS);
        return pause.isZero() ? Optional.empty() : Optional.of(Challenges.later(429, TOO_MANY, pause));
    }
}
