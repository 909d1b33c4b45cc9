package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.Caravan;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway whose port can't be opened ends and says why. Nobody could reach it, and a supervisor can start it again. */
@Tag("full")
class PortInUseTest {

    @Tag("full")
    @Test
    void gatewayEndsWhenAnotherProcessHasItsPort() throws Exception {
        try (ServerSocket other = new ServerSocket(FreePorts.pick(), 1, InetAddress.getByName("127.0.0.1"));
                ChildJvm gateway = ChildJvm.run(Caravan.class, "--server.port=0", "--caravan.http.port=" + other.getLocalPort())) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.process().exitValue()).isEqualTo(1);
            assertThat(gateway.printed()).contains("caravan.http.port on the command line: port "
                    + other.getLocalPort() + " is in use by another process. Stop it, or choose another port")
                    .doesNotContain("Caravan is ready", "Routes file refused", "\tat ");
        }
    }

    @Tag("full")
    @Test
    void portOfOperationsIsToldByItsOwnName() throws Exception {
        try (ServerSocket other = new ServerSocket(FreePorts.pick(), 1, InetAddress.getByName("127.0.0.1"));
                ChildJvm gateway = ChildJvm.run(Caravan.class, "--server.port=" + other.getLocalPort(),
                        "--caravan.http.port=" + FreePorts.pick())) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.process().exitValue()).isEqualTo(1);
            assertThat(gateway.printed()).contains("server.port on the command line: port " + other.getLocalPort() + " is in use")
                    .doesNotContain("caravan.http.port");
        }
    }

    @Test
    void gatewayEndsWhenTheAddressIsNotOfThisMachine() throws Exception {
        OwnGateway.Builder gateway = OwnGateway.withEntries().settings("http.host=203.0.113.1", "security.open-to-network=true");
        try (GatewayLog log = GatewayLog.record()) {
            assertThatThrownBy(gateway::start).hasMessage("caravan.http.host on the command line is no address of this machine."
                    + " Write 127.0.0.1, or one that it has");
            assertThat(log.text()).doesNotContain("Caravan is ready");
        }
    }

    @Test
    void gatewayEndsWhenThePortIsOutOfRange() {
        assertThatThrownBy(OwnGateway.withEntries().set("http.port", 70_000)::start)
                .hasMessage("caravan.http.port on the command line must be a port from 1 to 65535");
    }

    /** On a machine without IPv6 it ends and says so. */
    @Test
    void gatewayListensOnAnAddressOfIpv6() throws Exception {
        int port = FreePorts.pick();
        OwnGateway.Builder builder = OwnGateway.withEntries().port(port).set("http.host", "::1");
        if (NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) == null) {
            assertThatThrownBy(builder::start).hasMessageContaining("caravan.http.host on the command line is no address of this machine");
            return;
        }
        try (OwnGateway gateway = builder.start()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://[::1]:" + port + "/mcp"))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).build();
            assertThat(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body()).contains("\"result\"");
        }
    }

    /** A route may name the gateway's port on another address: its file is refused, and the gateway starts. */
    @Test
    void gatewayStartsWhenARouteNamesItsPortOnAllAddresses() {
        int port = FreePorts.pick();
        refusesOnlyTheRoute(OwnGateway.withEntries().port(port), "0.0.0.0", port);
    }

    /** The address of a route in a file is the file's own matter: health and the log report it. */
    @Test
    void gatewayStartsWhenARouteNamesAnotherPortThatIsTaken() throws Exception {
        try (ServerSocket other = new ServerSocket(FreePorts.pick(), 1, InetAddress.getByName("127.0.0.1"))) {
            refusesOnlyTheRoute(OwnGateway.withEntries(), "127.0.0.1", other.getLocalPort());
        }
    }

    private static void refusesOnlyTheRoute(OwnGateway.Builder builder, String host, int port) {
        String hook = "- route:\n    id: hook\n    from:\n      uri: undertow:http://" + host + ":" + port
                + "/hook\n      steps:\n        - setBody:\n            constant: x\n";
        try (GatewayLog log = GatewayLog.record();
                OwnGateway gateway = builder.tool("t_works", "tests", "yes").file("hook", hook).start()) {
            assertThat(gateway.client().call("t_works", McpClient.object("{}")).body()).contains("yes");
            assertThat(log.text()).contains("none of its routes are active reason=", "Port " + port + " of " + host + " can't be opened");
        }
    }
}
