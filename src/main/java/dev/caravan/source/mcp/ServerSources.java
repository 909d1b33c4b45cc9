package dev.caravan.source.mcp;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsText;
import dev.caravan.source.SourceKind;
import dev.caravan.source.ToolSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/servers} as sources of tools. */
@Component
record ServerSources(ConnectedServers servers, ServerFolder folder, FederatedTools tools) implements SourceKind {

    private static final Traits TRAITS = new Traits("servers", ServerFolder.NAME,
            Set.of("expose", "tags", "timeout", "starttimeout", "maxmessage", "idle", "reconnect", "sessions"), false);
    private static final Pattern OF_OTHERS = Pattern.compile("(^|\\.)(headers|env)(\\.|$)");
    private static final Pattern ARGUMENT = Pattern.compile("args\\.(\\d{1,6})");
    private static final Set<String> TEXTS = Set.of("command", "args", "directory");
    /** A name of a secret before its value, a scheme before its credential, or an address with a password. */
    private static final Pattern SECRET_TEXT = Pattern.compile(
            ".*((secret|token|passw|pwd|key|credential|auth)[\\w-]*\\s*[=: ].*|bearer |basic |://[^/]*@).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** An option whose next argument is a secret. */
    private static final Pattern SECRET_OPTION = Pattern.compile("--?[\\w-]*(secret|token|passw|pwd|key|credential|auth)[\\w-]*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ADDRESS_WITH_SECRET = Pattern.compile(".*(//[^/]*@|\\?).*", Pattern.DOTALL);

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public List<ToolSource> all() {
        Map<String, ServerTools> known = tools.known();
        Map<String, String> refused = folder.problems();
        Map<String, UpstreamServer.Status> statuses = servers.statuses();
        Set<String> names = new TreeSet<>(refused.keySet());
        names.addAll(statuses.keySet());
        return names.stream().map(name -> shown(name, statuses.get(name), known.get(name), refused.get(name))).toList();
    }

    private ToolSource shown(String name, UpstreamServer.Status server, ServerTools offered, String refused) {
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
    public Path file(String name) {
        return folder.file(name);
    }

    @Override
    public SourceKind.Edit check(String name, SourceKind.Text former, SourceKind.Text next) throws FileProblemException {
        UpstreamProperties.Server server = next == null ? null : folder.check("settings", next.settings());
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

    /** Arguments of a command are judged by their names only. */
    @Override
    public boolean isSecret(String path, SettingsText settings) {
        String key = bound(path);
        if (OF_OTHERS.matcher(key).find() || SettingsText.soundsSecret(path) || SettingsText.soundsSecret(key)) {
            return true;
        }
        String value = settings.at(path);
        if (key.equals("url")) {
            return ADDRESS_WITH_SECRET.matcher(value).matches();
        }
        Matcher argument = ARGUMENT.matcher(key);
        if (argument.matches()) {
            String option = "args." + (Integer.parseInt(argument.group(1)) - 1);
            return SECRET_TEXT.matcher(value).matches() || settings.values().stream()
                            .anyMatch(other -> bound(other.path()).equals(option) && SECRET_OPTION.matcher(other.text()).matches());
        }
        return TEXTS.contains(key) && (SECRET_TEXT.matcher(value).matches()
                || Arrays.stream(value.split(",")).anyMatch(part -> SECRET_OPTION.matcher(part.strip()).matches()));
    }

    /** Returns a path without case and dashes. A file that is refused for the spelling of its keys is shown too, without its secrets. */
    private static String bound(String path) {
        return path.replace('[', '.').replaceAll("[^A-Za-z0-9.]", "").toLowerCase(Locale.ROOT);
    }
}
