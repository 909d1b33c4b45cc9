package dev.caravan.observe;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/** Checks one dependency of the gateway. */
public interface Check {

    /** A part of the gateway does not work; the rest does. */
    Status DEGRADED = new Status("DEGRADED", "A part does not work now; the rest works");

    /** The hosts of an address. */
    Pattern HOSTS = Pattern.compile("://(?:[^/?#]*@)?([^/?#;]*)");

    /** Returns the name in health, such as {@code mongodb} or {@code database-shop}. */
    String name();

    /** Returns what is checked and where, for messages, without secrets: {@code MongoDB documents at 127.0.0.1:27017}. */
    String title();

    /**
     * Checks the dependency. Runs on its own thread, which is interrupted at the time limit.
     *
     * @return result with details that contain no secrets
     * @throws RefusedException if the dependency answers and refuses the gateway
     * @throws Exception if the dependency doesn't answer; only the exception's class is shown, because messages may contain addresses and
     *         credentials
     */
    Health ask() throws Exception;

    /** Provides several checks of one kind, one per configured dependency. */
    interface Several {

        List<Check> all();
    }

    /** The dependency answers, but refuses the gateway. The message says why, without secrets. */
    final class RefusedException extends Exception {

        public RefusedException(String message) {
            super(message);
        }
    }

    /** Returns up, with these details. */
    static Health up(Map<String, Object> details) {
        return Health.up().withDetails(details).build();
    }

    /** Returns degraded, for this reason, which must contain no secrets. */
    static Health degraded(String reason) {
        return Health.status(DEGRADED).withDetail("reason", reason).build();
    }

    /** Returns HOST:PORT of an address, or its hosts: without the user, the password, the path and the options. */
    static String place(String address) {
        Matcher hosts = HOSTS.matcher(address);
        return hosts.find() ? hosts.group(1) : address.replaceFirst("^jdbc:", "").replaceFirst("[?;].*$", "");
    }
}
