package dev.caravan.source.mcp;

import dev.caravan.source.SettingsChecks;
import dev.caravan.source.oauth.OAuthSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.upstream.*}; each is explained in {@code config/upstream.yaml}.
 *
 * @param file            Path of the file with these settings. Changes take effect without a restart.
 * @param refresh         Interval at which the tools of exposed servers are read, in addition to when a server reports a change.
 * @param servers         MCP servers that routes call, by name.
 * @param maxHttpResponse Maximum size of an answer of an HTTP service.
 * @param maxProcesses    Maximum number of server processes. At the limit, the process that nobody called for the longest time ends.
 * @param maxSessions     Maximum number of clients with connections of their own to one server with sessions: per-client.
 */
@ConfigurationProperties("caravan.upstream")
record UpstreamProperties(@DefaultValue("config/upstream.yaml") Path file, @DefaultValue("5m") Duration refresh,
        @DefaultValue Map<String, Server> servers,
        @DefaultValue("2MB") DataSize maxHttpResponse, @DefaultValue("100") int maxProcesses, @DefaultValue("50") int maxSessions) {

    UpstreamProperties {
        if (maxProcesses < 1 || maxSessions < 1) {
            throw new IllegalArgumentException("max-processes and max-sessions must be at least 1");
        }
    }

    /** When a lost or failed connection is restored. */
    enum Reconnect {
        /** At once, then with growing pauses. */
        EAGER,
        /** With the next call. */
        ON_CALL
    }

    /** Who shares a connection to a server. */
    enum Sessions {
        /** All clients. */
        SHARED,
        /** Nobody: each client has a connection, and a process, of its own. */
        PER_CLIENT
    }

    /**
     * One MCP server, reached by standard streams ({@code command}) or by Streamable HTTP ({@code url}).
     *
     * @param command      Command of a server on standard streams.
     * @param args         Arguments of the command.
     * @param env          Environment variables of the process, NAME=VALUE, in addition to PATH and a few others.
     * @param directory    Working directory of the process. Empty means the gateway's.
     * @param url          Address of a server over Streamable HTTP.
     * @param headers      Headers of each request to the server.
     * @param timeout      Timeout of one call.
     * @param startTimeout Timeout until the server is ready for calls.
     * @param maxMessage   Maximum size of a message. Longer messages are dropped.
     * @param reconnect    When a lost connection is restored: eager, at once and with growing pauses, or on-call, by the next call.
     * @param idle         Time without a call after which the connection, and a process with it, ends until the next call. 0s means never.
     * @param oauth        How the gateway gets access tokens for the server.
     * @param tags         Tags of the tools that the gateway offers from this server.
     * @param expose       What the gateway offers of this server as its own. Empty means nothing.
     * @param sessions     Who shares a connection: shared, all clients, or per-client, nobody. Use per-client for a server that keeps state
     *                     of a client.
     */
    record Server(String command,
            @DefaultValue List<String> args,
            @DefaultValue List<String> env,
            Path directory,
            String url,
            @DefaultValue Map<String, String> headers,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("20s") Duration startTimeout,
            @DefaultValue("16MB") DataSize maxMessage,
            @DefaultValue("eager") Reconnect reconnect,
            @DefaultValue("0s") Duration idle,
            @NestedConfigurationProperty OAuthSettings oauth,
            @DefaultValue List<String> tags,
            Exposure expose,
            @DefaultValue("shared") Sessions sessions) {

        Server {
            if (oauth != null && (url == null || url.isBlank())) {
                throw new IllegalArgumentException("oauth needs a server with a url");
            }
            if (oauth != null) {
                oauth.complete();
            }
            if ((command == null || command.isBlank()) == (url == null || url.isBlank())) {
                throw new IllegalArgumentException("An upstream server has either a command or a url");
            }
            if (url != null && url.matches("[A-Za-z]+://[^/?#]*@.*")) {
                throw new IllegalArgumentException("url must not contain a user or a password. Use headers or oauth");
            }
            SettingsChecks.headers(headers);
            for (String variable : env) {
                if (variable.indexOf('=') < 1) {
                    throw new IllegalArgumentException(
                            "env takes NAME=value. Entry " + (env.indexOf(variable) + 1) + " has no name or no =");
                }
            }
        }

        /** Returns the settings of a connection of one client or caller, which only its own calls restore. */
        Server ofOne() {
            return new Server(command, args, env, directory, url, headers, timeout, startTimeout, maxMessage, Reconnect.ON_CALL,
                    Duration.ZERO, oauth, tags, expose, sessions);
        }

        /** Returns the longest time that a request may take. */
        Duration longest() {
            return timeout.compareTo(startTimeout) > 0 ? timeout : startTimeout;
        }

        boolean isHttp() {
            return url != null && !url.isBlank();
        }
    }
}
