package dev.caravan.http;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the HTTP entry, {@code caravan.http.*}; each is explained in {@code config/application.yaml}.
 *
 * @param enabled       whether the port is opened
 * @param workerThreads calls that can wait at once, where the JVM has no virtual threads
 * @param maxRequestsPerCaller requests of one proven caller that are worked on at once; 0: any number
 * @param maxHeaders    bytes of the request line and the headers of one request
 * @param maxBody       bytes of one request body
 * @param maxBodies     bytes of all request bodies that are held at once
 * @param maxBodiesPerCaller the same of one proven caller; 0: as many as {@code maxBodies}
 * @param headerTimeout how long the headers of a request may take
 * @param requestTimeout how long the body of a request may take as a whole
 * @param minRate       bytes a second that a body must have come at, or an answer been taken at, once {@code patience} has passed; 0: any
 * @param idleTimeout   how long a connection may be open without a request
 * @param maxConnectionsPerAddress connections that one address may have open; 0: any number
 * @param patience      how long a client may neither send more of its request nor take more of its answer
 * @param heartbeat     between two comments that keep an event stream alive
 * @param maxStreams    event streams that may be open at once
 * @param maxStreamsPerCaller event streams that one caller with a name may have open; 0: as many as {@code maxStreams}
 * @param stopDelay     how long requests are still taken once the gateway is told to stop
 * @param drain         how long what is worked on may take then
 * @param allowedHosts  host names that a {@code Host} header may carry besides loopback's own and the bound host
 * @param allowedOrigins origins of browsers that may call, besides loopback's own; without port: any port
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
        @DefaultValue List<String> allowedOrigins) {
}
