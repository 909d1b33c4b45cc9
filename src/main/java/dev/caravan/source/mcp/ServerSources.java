package dev.caravan.source.mcp;

import dev.caravan.source.OfferedTool;
import dev.caravan.source.SettingsText;
import dev.caravan.source.SourceEdit;
import dev.caravan.source.SourceKind;
import dev.caravan.source.SourceProblemException;
import dev.caravan.source.SourceText;
import dev.caravan.source.ToolSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/upstream.yaml} as sources of tools. */
@Component
class ServerSources implements SourceKind {

    private final UpstreamState states;
    private final EditedServers servers;
    private final FederatedTools tools;

    ServerSources(UpstreamState states, EditedServers servers, FederatedTools tools) {
        this.states = states;
        this.servers = servers;
        this.tools = tools;
    }

    @Override
    public String kind() {
        return "servers";
    }

    @Override
    public List<ToolSource> all() {
        Map<String, ServerTools> known = tools.known();
        Set<String> inFile = servers.inFile();
        return states.servers().stream().map(server -> shown(server, known.get(server.name()), inFile.contains(server.name()))).toList();
    }

    private ToolSource shown(UpstreamState.Server server, ServerTools offered, boolean inFile) {
        String own = server.problem() != null || offered == null ? server.problem() : offered.problem();
        String problem = own == null ? servers.problem() : own;
        String file = inFile ? servers.file() : null;
        String login = problem == null ? null : states.gatewayLogin(server.name());
        if (offered == null) {
            return new ToolSource(kind(), server.name(), server.state(), List.of(), null, problem, Map.of(), List.of(), file, login);
        }
        List<String> waiting = Stream.concat(offered.waiting().keySet().stream().map(tool -> "tool " + tool), offered.contents().waiting().keySet().stream()).sorted().toList();
        return new ToolSource(kind(), server.name(), server.state(), offered.tools().values().stream().map(OfferedTool::name).sorted().toList(), null, problem, offered.refused(), waiting, file, login);
    }

    @Override
    public boolean isName(String name) {
        return servers.isName(name);
    }

    @Override
    public SourceText read(String name) throws IOException, SourceProblemException {
        return servers.read(name);
    }

    @Override
    public SourceEdit check(String name, SourceText former, SourceText next) throws IOException, SourceProblemException {
        return servers.check(name, former, next);
    }

    @Override
    public boolean isSecret(String path, SettingsText settings) {
        return servers.isSecret(path, settings);
    }

    @Override
    public Set<String> harmless() {
        return servers.harmless();
    }
}
