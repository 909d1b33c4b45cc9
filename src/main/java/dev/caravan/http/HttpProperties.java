package dev.caravan.http;

import dev.caravan.start.OrZero;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the HTTP entry, {@code caravan.http.*}; each is explained in {@code config/application.yaml}.
 *
 * @param enabled                  Whether the gateway opens its HTTP port. When false, HTTP routes are not loaded. The flag --stdio sets
 * false.
 * @param host                     Address on which the HTTP port listens. Any address other than loopback requires a security mode or
 *                                 security.open-to-network.
 * @param port                     Port for MCP, REST and the page.
 * @param workerThreads            Requests that run at the same time. Keep it above tools.max-in-flight. Further requests wait in the
 *                                 order of
 *                                 their arrival.
 * @param maxRequestsPerCaller     Requests of one caller that run at the same time, in modes api-key and oauth2. More get 429. 0 means no
 * limit.
 * @param maxHeaders               Maximum size of the request line and headers. The connection of a larger request is closed.
 * @param maxBody                  Maximum size of a request body. Larger bodies get 413; those with a context have at least 32 MB.
 * @param maxBodies                Maximum size of all request bodies in memory, without the first 16 KB of each. More get 503. Raise it
 * together                                 with the heap: the values of all bodies may take a third of it.
 * @param maxBodiesPerCaller       Maximum size of all request bodies of one caller, in modes api-key and oauth2. More get 429. 0 means
 * max-bodies.
 * @param headerTimeout            Time in which the headers of a request must arrive.
 * @param requestTimeout           Time in which the whole body of a request must arrive. Raise it together with max-body.
 * @param minRate                  Average bytes a second at which a client must send its body and read its answer once patience has passed.
 * 0 means                                 any rate.
 * @param idleTimeout              Time after which a connection without a request is closed.
 * @param maxConnectionsPerAddress Connections from one address. More are closed. 0 means no limit. Behind a proxy, keep it above
 * max-streams plus                                 tools.max-in-flight.
 * @param patience                 Time that a client may pause while it sends its request or reads its answer.
 * @param heartbeat                Time between two comments on an event stream. Keep it below the read timeout of proxies.
 * @param maxStreams               Event streams that are open at the same time. More get 503.
 * @param maxStreamsPerCaller      Event streams of one caller, in modes api-key and oauth2. More get 429. 0 means max-streams.
 * @param stopDelay                Time for which a stopping gateway still accepts requests while its readiness is down.
 * @param drain                    Maximum time for running requests to end after stop-delay.
 * @param allowedHosts             Host headers that are accepted in addition to loopback names and the host of security.public-url. Empty
 * and off                                 loopback: every host; in mode none IP addresses only. Port 8081 always accepts IP addresses.
 * @param allowedOrigins           Origins of browser clients that are accepted in addition to loopback origins.
 * @param tls                      TLS of the port.
 */
@ConfigurationProperties("caravan.http")
public record HttpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("8080") @OrZero int port,
        @DefaultValue("544") int workerThreads,
        @DefaultValue("272") @OrZero int maxRequestsPerCaller,
        @DefaultValue("64KB") DataSize maxHeaders,
        @DefaultValue("4MB") DataSize maxBody,
        @DefaultValue("128MB") DataSize maxBodies,
        @DefaultValue("64MB") @OrZero DataSize maxBodiesPerCaller,
        @DefaultValue("10s") Duration headerTimeout,
        @DefaultValue("60s") Duration requestTimeout,
        @DefaultValue("8KB") @OrZero DataSize minRate,
        @DefaultValue("60s") Duration idleTimeout,
        @DefaultValue("2000") @OrZero int maxConnectionsPerAddress,
        @DefaultValue("30s") Duration patience,
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("1000") int maxStreams,
        @DefaultValue("250") @OrZero int maxStreamsPerCaller,
        @DefaultValue("0s") @OrZero Duration stopDelay,
        @DefaultValue("15s") @OrZero Duration drain,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> allowedOrigins,
        @DefaultValue Tls tls) {

    private static final int LAST_PORT = 65_535;

    public HttpProperties {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("caravan.http.port must be a port from 1 to " + LAST_PORT);
        }
    }

    /**
     * TLS of the port.
     *
     * @param certificate PEM file with the certificate and its chain. Empty means no TLS.
     * @param key         PEM file with the private key.
     * @param password    Password of the private key.
     * @param reload      Time without changes to the files after which the gateway reloads them. New connections use the new certificate.
     */
    public record Tls(@DefaultValue("") String certificate, @DefaultValue("") String key, @DefaultValue("") String password,
            @DefaultValue("10s") Duration reload) {

        public Tls {
            if (certificate.isBlank() != key.isBlank()) {
                throw new IllegalArgumentException("caravan.http.tls." + (certificate.isBlank()
                        ? "key is set and caravan.http.tls.certificate" : "certificate is set and caravan.http.tls.key")
                        + " is not. Set both, or neither for plain HTTP");
            }
            if (certificate.isBlank() && !password.isEmpty()) {
                throw new IllegalArgumentException("caravan.http.tls.password is set, and caravan.http.tls.certificate and key are not."
                        + " Set them too, or remove the password");
            }
        }

        boolean isSet() {
            return !certificate.isBlank();
        }

        /** Leaves out the password. */
        @Override
        public String toString() {
            return "Tls[certificate=" + certificate + ", key=" + key + ", reload=" + reload + "]";
        }
    }
}
