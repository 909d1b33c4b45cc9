package dev.caravan.http;

import java.nio.file.Path;
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
 * @param maxBody                  Maximum size of a request body. Larger bodies get 413.
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
        @DefaultValue("8080") int port,
        @DefaultValue("544") int workerThreads,
        @DefaultValue("272") int maxRequestsPerCaller,
        @DefaultValue("64KB") DataSize maxHeaders,
        @DefaultValue("4MB") DataSize maxBody,
        @DefaultValue("128MB") DataSize maxBodies,
        @DefaultValue("64MB") DataSize maxBodiesPerCaller,
        @DefaultValue("10s") Duration headerTimeout,
        @DefaultValue("60s") Duration requestTimeout,
        @DefaultValue("8KB") DataSize minRate,
        @DefaultValue("60s") Duration idleTimeout,
        @DefaultValue("2000") int maxConnectionsPerAddress,
        @DefaultValue("30s") Duration patience,
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("1000") int maxStreams,
        @DefaultValue("250") int maxStreamsPerCaller,
        @DefaultValue("0s") Duration stopDelay,
        @DefaultValue("15s") Duration drain,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> allowedOrigins,
        @DefaultValue Tls tls) {

    private static final int LAST_PORT = 65_535;

    public HttpProperties {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("caravan.http.port is " + port + ". Choose a port from 1 to " + LAST_PORT);
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
    public record Tls(Path certificate, Path key, @DefaultValue("") String password, @DefaultValue("10s") Duration reload) {

        public Tls {
            certificate = given(certificate);
            key = given(key);
            if ((certificate == null) != (key == null)) {
                throw new IllegalArgumentException("caravan.http.tls requires certificate and key. Set both, or neither for plain HTTP");
            }
        }

        private static Path given(Path path) {
            return path == null || path.toString().isBlank() ? null : path;
        }

        /** Leaves out the password. */
        @Override
        public String toString() {
            return "Tls[certificate=" + certificate + ", key=" + key + ", reload=" + reload + "]";
        }
    }
}
