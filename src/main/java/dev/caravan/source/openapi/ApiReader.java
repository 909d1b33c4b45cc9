package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.RouteTree;
import dev.caravan.routes.SettingsFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

/** Reads an API from its document and its settings. */
record ApiReader(SettingsFile<ApiSettings> settings, long maxDocument) {

    /**
     * Reads an API from its files.
     *
     * @param settingsFile may be missing
     */
    OfferedApi read(String name, Path document, Path settingsFile) throws IOException, FileProblemException {
        if (!Files.isRegularFile(document)) {
            throw new FileProblemException(document, 0, 0, "it is no regular file");
        }
        return read(name, document.toString(), document.toString().endsWith(".json"), new FileSystemResource(document),
                settingsFile.toString(), Files.exists(settingsFile) ? RouteTree.text(settingsFile) : "");
    }

    /**
     * Reads an API. An operation that can't be a tool is refused alone.
     *
     * @param document     name of the document, for messages
     * @param settingsFile name of the settings, for messages
     * @param text         settings; blank for none
     * @throws FileProblemException if the document or the settings can't be used at all
     */
    OfferedApi read(String name, String document, boolean isJson, Resource content, String settingsFile, String text)
            throws IOException, FileProblemException {
        ApiSettings own = settings.read(settingsFile, text);
        DescribedApi api = DescribedApi.read(new DescribedApi.DocumentFile(document, isJson, content, maxDocument));
        ApiCredentials credentials;
        String server;
        List<DescribedApi.Operation> operations = api.operations();
        try {
            credentials = ApiCredentials.read(api, own);
            server = ServerAddress.of(own, api.servers());
        } catch (IllegalArgumentException e) {
            throw new FileProblemException(text.isBlank() ? document : settingsFile, 0, 0, e.getMessage());
        }
        Map<String, OperationTool> tools = new LinkedHashMap<>();
        Map<String, String> refused = new LinkedHashMap<>();
        Map<String, String> names = new HashMap<>();
        int left = 0;
        Set<String> ids = operations.stream().map(DescribedApi.Operation::id).collect(Collectors.toSet());
        own.expose().override().keySet().stream().filter(id -> !ids.contains(id))
                .forEach(id -> refused.put(id, settingsFile + ": expose.override: the document has no operation " + id));
        api.lost().forEach(path -> refused.put(path, document + ", " + path + ": its $ref has no target in the document"));
        for (DescribedApi.Operation operation : operations) {
            if (!own.expose().offers(operation)) {
                continue;
            }
            if (tools.size() == own.expose().maxTools()) {
                left++;
                continue;
            }
            try {
                ServerAddress.check(
                        operation.described().has("servers") ? operation.described().get("servers") : operation.item().path("servers"), own,
                        server);
                OperationTool tool = OperationTool.of(api, operation, own, credentials);
                String twin = names.putIfAbsent(tool.tool().name(), operation.id());
                if (twin != null) {
                    throw new IllegalArgumentException(twin.equals(operation.id())
                            ? "its id " + twin + " is already used by another operation; change operationId in the document"
                            : "its name " + tool.tool().name() + " is already used by " + twin + "; set another name in expose.override");
                }
                tools.put(operation.id(), tool);
            } catch (RuntimeException e) { // an invalid operation must not stop the others
                refused.put(operation.id(), document + ", " + operation.method() + " " + operation.path() + ": " + e.getMessage());
            }
        }
        return new OfferedApi(name, server, own, Collections.unmodifiableMap(tools), Collections.unmodifiableMap(refused), left,
                ApiCredentials.secrets(own));
    }

    /** The address that all requests of an API go to. It comes from the settings, or from the document's list of servers. */
    static final class ServerAddress {

        private static final Pattern ADDRESS = Pattern.compile(
                "https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?(?:/[A-Za-z0-9._~/%-]*)?", Pattern.CASE_INSENSITIVE);
        private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");

        private ServerAddress() {
        }

        /**
         * Returns the address, without a slash at its end.
         *
         * @throws IllegalArgumentException if neither settings nor document have one
         */
        static String of(ApiSettings settings, JsonNode servers) {
            if (settings.server() != null) {
                return checked("server", settings.server());
            }
            String first = first(servers);
            if (first == null || !first.contains("://")) {
                throw new IllegalArgumentException("the document has no server with a whole address. Set server in its settings");
            }
            return checked("servers", first);
        }

        /**
         * Checks that an operation's own list of servers leads to the API's server.
         *
         * @throws IllegalArgumentException if it leads to another server, and the settings name none
         */
        static void check(JsonNode own, ApiSettings settings, String server) {
            String first = first(own);
            if (first != null && settings.server() == null
                    && !URI.create(server).resolve(first.replaceAll("[{}\\s]", "_")).toString().replaceAll("(?<!/)/+$", "")
                            .equals(server)) {
                throw new IllegalArgumentException("its server is " + shown(first)
                        + ", not that of the API. Put the operation into an API of its own, with server in the settings");
            }
        }

        /** Returns the first address with the defaults of its variables; null if there is none. */
        private static String first(JsonNode servers) {
            JsonNode server = servers.path(0);
            if (!server.path("url").isTextual()) {
                return null;
            }
            Matcher variable = VARIABLE.matcher(server.get("url").textValue());
            return variable.replaceAll(
                    found -> Matcher.quoteReplacement(server.path("variables").path(found.group(1)).path("default").asText(found.group())));
        }

        private static String checked(String where, String address) {
            if (!ADDRESS.matcher(address).matches()) {
                throw new IllegalArgumentException(
                        where + " must be http:// or https:// with a host and perhaps a path, without user, query and spaces, got "
                                + shown(address));
            }
            return address.replaceAll("(?<!/)/+$", "").replaceFirst("^[A-Za-z]+",
                    address.substring(0, address.indexOf(':')).toLowerCase(Locale.ROOT));
        }

        static String shown(String address) {
            String plain = address.replaceAll("\\p{Cc}", "?").replaceAll("//[^/@]*@", "//***@").replaceAll("\\?.*", "?…");
            return plain.length() <= 200 ? plain : plain.substring(0, 200) + "…";
        }
    }
}
