package dev.caravan.embedded;

import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.http.HttpServlet;
import java.nio.file.Path;
import java.util.Map;

/**
 * The services behind the actions of the example network {@code kn_medical}, on one port: an MCP server at {@code /mcp}, and an HTTP
 * service that {@code config/toolboxes/medical.openapi.yaml} describes. They compute from {@link EmbeddedMedicalDisease} and store nothing.
 */
final class EmbeddedMedical implements EmbeddedServer {

    private static final String HOST = "127.0.0.1";

    private DeploymentManager deployment;
    private McpSyncServer mcp;
    private Undertow http;
    private int port;

    @Override
    public String name() {
        return "medical";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp")
                .build();
        mcp = EmbeddedMedicalTools.serve(transport);
        DeploymentInfo servlets = Servlets.deployment().setDeploymentName(name()).setContextPath("/")
                .setClassLoader(EmbeddedMedical.class.getClassLoader())
                .addServlets(servlet("mcp", transport, "/mcp"), servlet("reports", new EmbeddedMedicalReports(), "/diseases/*"));
        deployment = Servlets.newContainer().addDeployment(servlets);
        deployment.deploy();
        http = Undertow.builder().addHttpListener(port, HOST).setIoThreads(1).setWorkerThreads(16).setHandler(deployment.start()).build();
        try {
            http.start();
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    private static ServletInfo servlet(String name, HttpServlet servlet, String path) {
        return Servlets.servlet(name, servlet.getClass(), new ImmediateInstanceFactory<>(servlet)).addMapping(path).setAsyncSupported(true);
    }

    @Override
    public String address() {
        return "http://" + HOST + ":" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.example.url", address(), "caravan.recall.local", "true");
    }

    @Override
    public void stop() throws Exception {
        mcp.closeGracefully();
        deployment.stop();
        deployment.undeploy();
        http.stop();
    }
}
