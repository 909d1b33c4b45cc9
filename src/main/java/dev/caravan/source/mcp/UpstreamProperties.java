package dev.caravan.source.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.source.SettingsChecks;
import dev.caravan.source.oauth.OAuthSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.upstream.*}; each is explained in {@code config/application.yaml}.
 *
 * @param directory       Folder with a file for each MCP server, NAME.yaml. Changes take effect without a restart.
 * @param refresh         Interval at which the tools of exposed servers are read, in addition to when a server reports a change.
 * @param maxHttpResponse Maximum size of an answer of an HTTP service.
 * @param maxSessions     Maximum number of clients with connections of their own to one server with sessions: per-client.
 */
@ConfigurationProperties("caravan.upstream")
record UpstreamProperties(@DefaultValue("config/servers") Path directory, @DefaultValue("5m") Duration refresh,
        @DefaultValue("2MB") DataSize maxHttpResponse, @DefaultValue("50") int maxSessions) {

    UpstreamProperties {
        SettingsChecks.require(maxSessions > 0, "max-sessions must be at least 1");
    }

    /** When a lost or failed connection is restored. */
    enum Reconnect {
        /** At once, then with growing pauses. */
        @JsonProperty("eager") EAGER,
        /** With the next call. */
        @JsonProperty("on-call") ON_CALL
    }

    /** Who shares a connection to a server. */
    enum Sessions {
        /** All clients. */
        @JsonProperty("shared") SHARED,
        /** Nobody: each client has a connection, and a process, of its own. */
        @JsonProperty("per-client") PER_CLIENT
    }

    /**
     * The settings of one MCP server, {@code config/servers/NAME.yaml}. The server is reached by standard streams ({@code command}) or by
     * Streamable HTTP ({@code url}).
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
    @JsonNaming(KebabCaseStrategy.class)
    record Server(String command, List<String> args, List<String> env, Path directory, String url, Map<String, String> headers,
            Duration timeout, Duration startTimeout, DataSize maxMessage, Reconnect reconnect, Duration idle, OAuthSettings oauth,
            List<String> tags, Exposure expose, Sessions sessions) {

        Server {
            args = args == null ? List.of() : List.copyOf(args);
            env = env == null ? List.of() : List.copyOf(env);
            headers = SettingsChecks.texts(headers);
            timeout = timeout == null ? Duration.ofSeconds(10) : timeout;
            startTimeout = startTimeout == null ? Duration.ofSeconds(20) : startTimeout;
            maxMessage = maxMessage == null ? DataSize.ofMegabytes(16) : maxMessage;
            reconnect = reconnect == null ? Reconnect.EAGER : reconnect;
            idle = idle == null ? Duration.ZERO : idle;
            tags = tags == null ? List.of() : tags;
            sessions = sessions == null ? Sessions.SHARED : sessions;
            SettingsChecks.require(oauth == null || isHttp(url), "oauth needs a server with a url");
            SettingsChecks.require(url == null || !url.matches("[A-Za-z]+://[^/?#]*@.*"),
                    "url must not contain a user or a password. Use headers or oauth");
            SettingsChecks.require(!isHttp(url) || url.matches("(?i)https?://[^\\s/]+.*"),
                    "url must begin with http:// or https:// and a host");
            SettingsChecks.headers(headers);
            SettingsChecks.tags(tags);
            for (String variable : env) {
                SettingsChecks.require(variable.indexOf('=') > 0,
                        "env takes NAME=value. Entry " + (env.indexOf(variable) + 1) + " has no name or no =");
            }
        }

        /** Returns the settings of a connection of one client or caller, which only its own calls restore. */
        Server ofOne() {
            return new Server(command, args, env, directory, url, headers, timeout, startTimeout, maxMessage, Reconnect.ON_CALL,
                    Duration.ZERO, oauth, tags, expose, sessions);
        }

        /** Whether it is known where the server is: a file may have both a command and a url, or none. */
        boolean isComplete() {
            return (command == null || command.isBlank()) == isHttp(url);
        }

        /** Returns the longest time that a request may take. */
        Duration longest() {
            return timeout.compareTo(startTimeout) > 0 ? timeout : startTimeout;
        }

        boolean isHttp() {
            return isHttp(url);
        }

        private static boolean isHttp(String url) {
            return url != null && !url.isBlank();
        }
    }
}
