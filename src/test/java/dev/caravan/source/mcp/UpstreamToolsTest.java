package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.call.TokenExchanges;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.JsonMappers;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.Authorizations;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.util.unit.DataSize;

/** The tools of a server as a list, refusals by their kind, and callers that wait less than the server may take. */
@Tag("full")
class UpstreamToolsTest {

    private ConnectedServers servers;
    @AfterEach
    void close() {
        servers.destroy();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "empty-cursor"})
    void pagesBecomeOneUnchangedList(String flag) throws Exception {
        start(Duration.ofSeconds(10), flag);
        JsonNode list = servers.tools("scripted", CallDeadline.UNLIMITED);
        assertThat(list.fieldNames()).toIterable().containsExactly("tools");
        assertThat(list.get("tools").toString()).as("names, values and their order")
                .isEqualTo(JsonNodeFactory.instance.arrayNode().addAll(ScriptedServer.TOOLS).toString());
    }

    @Test
    void definitionsOfAnSdkServerStayUnchanged() throws Exception {
        serve(new UpstreamProperties.Server(null, List.of(), List.of(), null, SharedServers.get(ServerKind.MEDICAL).address() + "/mcp",
                Map.of(),
                Duration.ofSeconds(10), Duration.ofSeconds(20), DataSize.ofMegabytes(16), UpstreamProperties.Reconnect.EAGER, Duration.ZERO,
                null, List.of(), null, UpstreamProperties.Sessions.SHARED));
        JsonNode plan = servers.tools("scripted", CallDeadline.UNLIMITED).get("tools").findParents("outputSchema").get(0);
        assertThat(plan.get("name").textValue()).isEqualTo("generate_disease_treatment_plan");
        assertThat(plan.at("/inputSchema/$defs/Patient/properties/allergies/items/$ref").textValue()).isEqualTo("#/$defs/Allergy");
        assertThat(plan.at("/inputSchema/$defs/Patient/properties").fieldNames()).toIterable().containsExactly("weight_kg", "allergies");
        assertThat(plan.at("/inputSchema").fieldNames()).toIterable().containsExactly("type", "properties", "required", "$defs");
        assertThat(plan.at("/annotations/readOnlyHint").booleanValue()).isTrue();
        assertThatThrownBy(() -> call("nosuch")).isInstanceOfSatisfying(RefusedCallException.class,
                refused -> assertThat(refused.rpcCode()).isEqualTo(-32602));
    }

    @Test
    void repeatedCursorIsAnError() {
        start(Duration.ofSeconds(10), "pages-go-round");
        assertThatThrownBy(() -> servers.tools("scripted", CallDeadline.UNLIMITED)).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("begins anew");
    }

    @Test
    void pagesShareOneTimeout() {
        start(Duration.ofSeconds(1), "slow-pages");
        Instant begin = Instant.now();
        assertThatThrownBy(() -> servers.tools("scripted", CallDeadline.UNLIMITED)).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("1000 ms");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void aServerWithoutToolsListsNoneAndRefusesCalls() throws Exception {
        start(Duration.ofSeconds(10), "no-tools");
        assertThat(servers.tools("scripted", CallDeadline.UNLIMITED).toString()).isEqualTo("{\"tools\":[]}");
        assertThatThrownBy(() -> call("pid")).isInstanceOfSatisfying(RefusedCallException.class,
                refused -> assertThat(refused.rpcCode()).isEqualTo(-32601));
        assertThat(servers.statuses().get("scripted").state()).isEqualTo(UpstreamServer.State.CONNECTED);
    }

    @Test
    void wrongNameAndFailedServerHaveDifferentErrors() throws Exception {
        start(Duration.ofSeconds(10), "");
        for (String name : List.of("other", "", "Scripted", "scripted ", "{0} ' ${x}\n")) {
            assertThatThrownBy(() -> servers.tools(name, CallDeadline.UNLIMITED)).isInstanceOf(UnknownServerException.class)
                    .hasMessageContaining(name);
            assertThatThrownBy(() -> servers.call(name, "pid", Map.of(), CallDeadline.UNLIMITED))
                    .isInstanceOf(UnknownServerException.class);
        }
        for (String tool : List.of("nosuch", "{0} ' ${x}\n", "北京")) {
            assertThatThrownBy(() -> call(tool)).hasMessageContaining("Unknown tool: " + tool)
                    .isInstanceOfSatisfying(RefusedCallException.class, refused -> assertThat(refused.rpcCode()).isEqualTo(-32602));
        }
        assertThatThrownBy(() -> call("crash")).isExactlyInstanceOf(UpstreamException.class);
        close();
        start(Duration.ofSeconds(1), "");
        firstCall();
        assertThatThrownBy(() -> call("silent")).isExactlyInstanceOf(LateException.class);
    }

    @Test
    void shortTimeoutOfACallerDoesNotCountAsAFailure() throws Exception {
        start(Duration.ofSeconds(10), "");
        String pid = call("pid");
        Instant begin = Instant.now();
        for (int i = 0; i < 4; i++) {
            assertThatThrownBy(() -> servers.call("scripted", "silent", Map.of(), CallDeadline.of(Duration.ofMillis(100))))
                    .isInstanceOf(UpstreamException.class).hasMessageContaining("100 ms");
        }
        assertThat(Duration.between(begin, Instant.now())).isBetween(Duration.ofMillis(400), Duration.ofSeconds(9));
        assertThat(call("pid")).isEqualTo(pid);
    }

    @Test
    void timeoutOfTheServerHoldsAndCountsAsAFailure() throws Exception {
        start(Duration.ofMillis(300), "");
        String pid = firstCall();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> servers.call("scripted", "hang", Map.of(), CallDeadline.of(Duration.ofSeconds(30))))
                    .isInstanceOf(UpstreamException.class).hasMessageContaining("300 ms");
        }
        await("the server that hangs is replaced").ignoreExceptionsInstanceOf(UpstreamException.class)
                .until(() -> servers.call("scripted", "pid", Map.of(), CallDeadline.of(Duration.ofSeconds(30))).at("/content/0/text")
                        .asText(), other -> !other.equals(pid));
    }

    @Test
    void connectingCountsTowardsTheTimeout() {
        start(Duration.ofSeconds(10), "start-after=never");
        Instant begin = Instant.now();
        assertThatThrownBy(() -> servers.tools("scripted", CallDeadline.of(Duration.ofMillis(300)))).isInstanceOf(UpstreamException.class)
                .hasMessageContaining("300 ms");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(9));
    }

    /** Starts the server, which may take longer than a call may. */
    private String firstCall() {
        return await().ignoreExceptionsInstanceOf(UpstreamException.class).until(() -> call("pid"), pid -> !pid.isEmpty());
    }

    private String call(String tool) throws Exception {
        return servers.call("scripted", tool, Map.of(), CallDeadline.UNLIMITED).at("/content/0/text").asText();
    }

    private void start(Duration timeout, String flag) {
        List<String> command = ScriptedServer.command(flag);
        serve(new UpstreamProperties.Server(command.get(0), command.subList(1, command.size()), List.of(), null, null, Map.of(),
                timeout, Duration.ofSeconds(20), DataSize.ofMegabytes(16), UpstreamProperties.Reconnect.EAGER, Duration.ZERO, null,
                List.of(), null, UpstreamProperties.Sessions.SHARED));
    }

    private void serve(UpstreamProperties.Server server) {
        servers = new ConnectedServers(
                new UpstreamProperties(Path.of("none"), Duration.ofMinutes(5), DataSize.ofMegabytes(2), 50),
                JsonMappers.normal(),
                new StaticListableBeanFactory().getBeanProvider(BuildProperties.class),
                new StaticListableBeanFactory().getBeanProvider(Authorizations.class), new TokenExchanges());
        servers.put("scripted", server);
    }
}
