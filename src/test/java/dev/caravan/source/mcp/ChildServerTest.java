package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.TokenExchanges;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.Authorizations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.util.unit.DataSize;

/** An upstream server that is a child process, a {@link ScriptedServer}. */
abstract class ChildServerTest {

    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    ConnectedServers servers;

    @AfterEach
    void close() {
        if (servers != null) {
            servers.destroy();
        }
    }

    void start(List<String> command) {
        start(command, UnaryOperator.identity());
    }

    void start(List<String> command, UnaryOperator<UpstreamProperties.Server> change) {
        UpstreamProperties.Server server = new UpstreamProperties.Server(command.get(0), command.subList(1, command.size()),
                List.of("SAID=a=b"),
                null, null, Map.of(), Duration.ofSeconds(10), Duration.ofSeconds(20), DataSize.ofMegabytes(16),
                UpstreamProperties.Reconnect.EAGER, Duration.ZERO, null, List.of(), null, UpstreamProperties.Sessions.SHARED);
        servers = new ConnectedServers(
                new UpstreamProperties(Path.of("none"), Duration.ofMinutes(5), DataSize.ofMegabytes(2), 50),
                JSON,
                new StaticListableBeanFactory().getBeanProvider(BuildProperties.class),
                new StaticListableBeanFactory().getBeanProvider(Authorizations.class),
                new TokenExchanges());
        servers.put("scripted", change.apply(server));
    }

    static UpstreamProperties.Server settings(UpstreamProperties.Server server, Duration timeout, DataSize maxMessage) {
        return new UpstreamProperties.Server(server.command(), server.args(), server.env(), null, null, Map.of(), timeout,
                server.startTimeout(), maxMessage, server.reconnect(), server.idle(), null, List.of(), null,
                UpstreamProperties.Sessions.SHARED);
    }

    static UpstreamProperties.Server onCall(UpstreamProperties.Server server) {
        return new UpstreamProperties.Server(server.command(), server.args(), server.env(), null, null, Map.of(), server.timeout(),
                server.startTimeout(),
                server.maxMessage(), UpstreamProperties.Reconnect.ON_CALL, server.idle(), null, List.of(), null,
                UpstreamProperties.Sessions.SHARED);
    }

    static UpstreamProperties.Server resting(UpstreamProperties.Server server) {
        return new UpstreamProperties.Server(server.command(), server.args(), server.env(), null, null, Map.of(), server.timeout(),
                server.startTimeout(),
                server.maxMessage(), server.reconnect(), Duration.ofSeconds(1), null, List.of(), null, UpstreamProperties.Sessions.SHARED);
    }

    UpstreamServer.Status status() {
        return servers.statuses().get("scripted");
    }

    String text(String tool, Map<String, Object> arguments) throws Exception {
        return servers.call("scripted", tool, arguments, CallDeadline.UNLIMITED).at("/content/0/text").asText();
    }
}
