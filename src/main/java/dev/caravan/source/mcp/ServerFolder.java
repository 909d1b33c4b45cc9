package dev.caravan.source.mcp;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.SourceFolder;
import dev.caravan.source.ToolSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Reads the MCP servers in {@code caravan.upstream.directory}. Files that change, appear or go take effect without a restart. While a file
 * can't be used, its server stays as before.
 */
@Component
class ServerFolder extends SourceFolder<RouteTree.Stamp, UpstreamProperties.Server> {

    private static final Logger LOG = LoggerFactory.getLogger(ServerFolder.class);
    private static final Traits TRAITS = new Traits("servers", "caravan.upstream", "server",
            Set.of("idle", "connecting", "connected", "failed"), Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}"),
            Set.of("expose", "tags", "timeout", "starttimeout", "maxmessage", "idle", "reconnect", "sessions"), false);
    private static final Pattern OF_OTHERS = Pattern.compile("(^|\\.)(headers|env|args)(\\.|$)");
    private static final Pattern ADDRESS_WITH_SECRET = Pattern.compile(".*(//[^/]*@|\\?).*", Pattern.DOTALL);

    private final SettingsFile<UpstreamProperties.Server> reader;
    private final ConnectedServers servers;
    private final FederatedTools tools;

    ServerFolder(UpstreamProperties properties, Environment environment, ConnectedServers servers, FederatedTools tools,
            MeterRegistry registry, CamelContext context) {
        super(properties.directory(), TRAITS, registry, context);
        this.reader = new SettingsFile<>(environment, UpstreamProperties.Server.class);
        this.servers = servers;
        this.tools = tools;
        Path former = directory.resolveSibling("upstream.yaml");
        if (Files.exists(former)) {
            throw new IllegalStateException(former + " is not read. Put the settings of each server into a file of its own, " + directory
                    + "/NAME.yaml, the others into application.yaml, and delete " + former);
        }
        files.look();
    }

    @EventListener
    void start(ApplicationStartedEvent started) {
        tools.start();
    }

    @Override
    protected List<Path> watched() {
        return List.of(directory.toAbsolutePath().getParent(), directory);
    }

    private UpstreamProperties.Server checked(String file, String text) throws FileProblemException {
        UpstreamProperties.Server server = reader.read(file, text);
        if (!server.isComplete()) {
            throw new FileProblemException(file, 1, 0, "a server has either a command or a url");
        }
        return server;
    }

    @Override
    public Map<String, RouteTree.Stamp> stamps() {
        return SettingsFile.in(directory);
    }

    @Override
    public UpstreamProperties.Server read(String name, RouteTree.Stamp stamp) throws IOException, FileProblemException {
        String text = SettingsFile.text(stamp);
        if (!TRAITS.names().matcher(name).matches()) {
            throw new FileProblemException(stamp.path(), 0, 0, "the name before .yaml must be 1 to 40 of A-Z a-z 0-9 _ -");
        }
        return checked(stamp.path().toString(), text);
    }

    @Override
    public void taken(String name, UpstreamProperties.Server former, UpstreamProperties.Server next) {
        if (!next.equals(former)) {
            servers.put(name, next);
            LOG.info("Upstream server configured name={} file={}", name, file(name));
        }
    }

    @Override
    public void gone(String name, UpstreamProperties.Server last) {
        if (last != null) {
            servers.remove(name);
            LOG.info("Upstream server removed because its file is gone name={}", name);
        }
    }

    @Override
    protected ToolSource source(String name) {
        UpstreamServer.Status server = servers.status(name);
        ServerTools offered = tools.known(name);
        String refused = files.problems().get(name);
        String own = refused != null || server == null ? refused : server.problem();
        String problem = own == null && offered != null ? offered.problem() : own;
        String login = problem == null ? null : servers.gatewayLogin(name);
        List<String> waiting = new ArrayList<>();
        if (offered != null) {
            offered.reviews().forEach((kind, review) -> review.waiting().keySet().forEach(each -> waiting.add(kind.word() + " " + each)));
            Collections.sort(waiting);
        }
        return new ToolSource(kind(), name, server == null ? "refused" : server.state().word(), null,
                offered == null ? List.of() : offered.toolNames(), null, problem,
                offered == null ? Map.of() : offered.review(DefinitionKind.TOOL).refused(), waiting, file(name).toString(), login);
    }

    @Override
    protected Edit check(String name, Text former, Text next) throws FileProblemException {
        UpstreamProperties.Server server = next == null ? null : checked("settings", next.settings());
        UpstreamProperties.Server now = servers.settings().get(name);
        String byHand = server == null || server.oauth() == null ? null
                : server.oauth().byHandOnly(server.url(), now == null ? null : now.oauth(), now == null ? null : now.url());
        if (byHand != null) {
            throw new FileProblemException("settings", 0, 0, byHand);
        }
        boolean runs = server != null && !server.isHttp() || now != null && !now.isHttp()
                || former != null && SettingsText.parse("settings", former.settings()).members().containsKey("command");
        return replaced(name, former, next, runs ? "commands" : "servers");
    }

    @Override
    protected boolean isSecret(String path, SettingsText settings) {
        String key = bound(path);
        return OF_OTHERS.matcher(key).find() || SettingsText.soundsSecret(path) || SettingsText.soundsSecret(key)
                || key.equals("url") && ADDRESS_WITH_SECRET.matcher(settings.at(path)).matches()
                || key.equals("command") && settings.at(path).contains(" "); // it may have arguments
    }

    /** Returns a path without case and dashes. A file that is refused for the spelling of its keys is shown too, without its secrets. */
    private static String bound(String path) {
        return path.replace('[', '.').replaceAll("[^A-Za-z0-9.]", "").toLowerCase(Locale.ROOT);
    }
}
