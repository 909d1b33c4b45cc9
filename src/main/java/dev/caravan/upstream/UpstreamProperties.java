package dev.caravan.upstream;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.upstream.*}; each is explained in {@code config/upstream.yaml}.
 *
 * @param servers         by name
 * @param maxHttpResponse of HTTP services that routes call through {@code #boundedHttp}
 */
@ConfigurationProperties("caravan.upstream")
record UpstreamProperties(@DefaultValue Map<String, Server> servers, @DefaultValue("2MB") DataSize maxHttpResponse) {

    /** When a connection is made anew that was lost, or could not be made. */
    enum Reconnect {
        /** By itself, with growing pauses. */
        EAGER,
        /** By the next call, whenever that is. */
        ON_CALL
    }

    /**
     * One MCP server, reached by standard streams ({@code command}) or by Streamable HTTP ({@code url}).
     *
     * @param env          {@code NAME=value} each; the process has these and a few such as PATH, not the gateway's own
     * @param directory    where the command runs; null: where the gateway does
     * @param headers      sent with each HTTP request
     * @param timeout      of one call
     * @param startTimeout until a connection is ready for calls
     * @param maxMessage   a longer message is not taken
     * @param reconnect    when a lost connection is made anew
     */
    record Server(
            String command,
            @DefaultValue List<String> args,
            @DefaultValue List<String> env,
            Path directory,
            String url,
            @DefaultValue Map<String, String> headers,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("20s") Duration startTimeout,
            @DefaultValue("16MB") DataSize maxMessage,
            @DefaultValue("eager") Reconnect reconnect) {

        Server {
            if ((command == null || command.isBlank()) == (url == null || url.isBlank())) {
                throw new IllegalArgumentException("An upstream server has either a command or a url");
            }
            for (String variable : env) {
                if (variable.indexOf('=') < 1) {
                    throw new IllegalArgumentException("env takes NAME=value, not " + variable);
                }
            }
        }

        boolean isHttp() {
            return url != null && !url.isBlank();
        }
    }
}
