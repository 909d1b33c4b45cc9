package dev.caravan.source.mcp;

import dev.caravan.source.SettingsText;
import dev.caravan.source.SourceKind;
import dev.caravan.source.SourceKind.Edit.FileChange;
import dev.caravan.source.SourceProblemException;
import dev.caravan.source.ToolSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** The MCP servers of {@code config/upstream.yaml} as sources of tools. An edit changes one server in that file. */
@Component
record ServerSources(UpstreamServers servers, UpstreamFile file, FederatedTools tools) implements SourceKind {

    private static final Traits TRAITS = new Traits("servers", Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}"),
            Set.of("expose", "tags", "timeout", "starttimeout", "maxmessage", "idle", "reconnect", "sessions"), false);
    private static final Pattern TAG = Pattern.compile("[^,&?#%{}]+");
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
        Set<String> inFile = inFile();
        return servers.statuses().values().stream()
                .map(server -> shown(server, known.get(server.name()), inFile.contains(server.name()))).toList();
    }

    private ToolSource shown(UpstreamServer.Status server, ServerTools offered, boolean isInFile) {
        String own = server.problem() != null || offered == null ? server.problem() : offered.problem();
        String problem = own == null ? file.problem() : own;
        String path = isInFile ? file.path().toString() : null;
        String login = problem == null ? null : servers.gatewayLogin(server.name());
        List<String> waiting = new ArrayList<>();
        if (offered != null) {
            offered.reviews().forEach((kind, review) -> review.waiting().keySet().forEach(name -> waiting.add(kind.word() + " " + name)));
            Collections.sort(waiting);
        }
        return new ToolSource(kind(), server.name(), server.state().word(), offered == null ? List.of() : offered.toolNames(), null,
                problem, offered == null ? Map.of() : offered.review(DefinitionKind.TOOL).refused(), waiting, path, login);
    }

    /** Returns the names of the servers that the file has. Others are defined elsewhere, such as in environment variables. */
    private Set<String> inFile() {
        try {
            String text = file.text();
            return text == null ? Set.of() : ServersText.of(text).names();
        } catch (IOException | SourceProblemException e) {
            return Set.of();
        }
    }

    @Override
    public SourceKind.Text read(String name) throws IOException, SourceProblemException {
        String stamp = file.version();
        String text = file.text();
        String settings = text == null ? null : ServersText.of(text).settings(name);
        return settings == null ? null : new SourceKind.Text(file.path().toString(), settings, null, stamp);
    }

    /** Nothing but the one server may differ. */
    @Override
    public SourceKind.Edit check(String name, SourceKind.Text former, SourceKind.Text next) throws IOException, SourceProblemException {
        String before = file.text();
        ServersText text = ServersText.of(before == null ? "" : before);
        if (former != null && !former.settings().equals(text.settings(name))) {
            throw new SourceProblemException("Somebody has changed the server since you read it. Read it again");
        }
        if (next != null && next.settings().isBlank()) {
            throw new SourceProblemException("settings: required; a server has a url or a command");
        }
        String after = text.with(name, next == null ? null : next.settings());
        UpstreamProperties bound = file.checked(after, next == null ? 1 : ServersText.of(after).firstLine(name));
        UpstreamProperties.Server server = bound.servers().get(name);
        if (next == null ? server != null : server == null) {
            throw new SourceProblemException(next == null ? "The server is also defined outside of " + file.path()
                    : "name: settings can't have this name. Use a-z, 0-9 and -");
        }
        UpstreamProperties present = present(before);
        if (server != null) {
            UpstreamProperties.Server now = present == null ? null : present.servers().get(name);
            check(server, now);
            if (former == null) {
                requireOwnName(name, bound);
            }
            if (!isSameReach(server, file.own(after, name)) && !isSameReach(server, now)) {
                throw SourceProblemException.at(0, 0, "the server also has settings outside of " + file.path()
                                + ", such as environment variables, which may be secrets. REST changes only its expose, tags and timeouts. "
                        + "Edit the file by hand");
            }
        }
        boolean runs = server != null && !server.isHttp() || former != null && file.runs(before, name);
        return new SourceKind.Edit(List.of(new FileChange(file.path(), before, after)), runs ? "commands" : "servers");
    }

    /** Returns the settings of the present file; null if it can't be used, so that an edit may mend it. */
    private UpstreamProperties present(String text) {
        try {
            return file.checked(text, 1);
        } catch (SourceProblemException e) {
            return null;
        }
    }

    /** Refuses a name that Spring takes for that of another server, whose settings the new server would get. */
    private static void requireOwnName(String name, UpstreamProperties bound) throws SourceProblemException {
        for (String other : bound.servers().keySet()) {
            if (!other.equals(name) && SettingsText.uniform(other).equals(SettingsText.uniform(name))) {
                throw new SourceProblemException(
                        "name: " + name + " is the same name as " + other + ", because settings ignore case, - and _. Use another name");
            }
        }
    }

    /** Whether two servers are at the same place, and get the same secrets. */
    private static boolean isSameReach(UpstreamProperties.Server one, UpstreamProperties.Server other) {
        return other != null && Objects.equals(one.command(), other.command()) && one.args().equals(other.args())
                && one.env().equals(other.env()) && Objects.equals(one.directory(), other.directory())
                && Objects.equals(one.url(), other.url()) && one.headers().equals(other.headers())
                && Objects.equals(one.oauth(), other.oauth());
    }

    /** @param former null for a new server */
    private static void check(UpstreamProperties.Server server, UpstreamProperties.Server former) throws SourceProblemException {
        for (String tag : server.tags()) {
            if (!TAG.matcher(tag).matches()) {
                throw SourceProblemException.at(0, 0, "tags: a tag must not contain , & ? # % { or }");
            }
        }
        String byHand = server.oauth() == null ? null
                : server.oauth().byHandOnly(server.url(), former == null ? null : former.oauth(), former == null ? null : former.url());
        if (byHand != null) {
            throw SourceProblemException.at(0, 0, byHand);
        }
        if (server.isHttp() && !server.url().matches("(?i)https?://[^\\s/]+.*")) {
            throw SourceProblemException.at(0, 0, "url must begin with http:// or https:// and a host");
        }
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

    /** Returns a path as Spring compares keys: {@code 'Args[0]'} is {@code args.0}. */
    private static String bound(String path) {
        return path.replace('[', '.').replaceAll("[^A-Za-z0-9.]", "").toLowerCase(Locale.ROOT);
    }
}
