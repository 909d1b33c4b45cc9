package dev.caravan.source.openapi;

import dev.caravan.source.oauth.OAuthSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads an API from its document and its settings. */
final class ApiReader {

    private final ApiSettingsFile settings;
    private final long maxDocument;

    ApiReader(ApiSettingsFile settings, long maxDocument) {
        this.settings = settings;
        this.maxDocument = maxDocument;
    }

    /**
     * Reads an API. An operation that can't be a tool is refused alone.
     *
     * @param settingsFile may be missing
     * @throws ApiProblemException if the document or the settings can't be used at all
     */
    OfferedApi read(String name, Path document, Path settingsFile) throws IOException, ApiProblemException {
        ApiSettings own = Files.exists(settingsFile) ? settings.read(settingsFile) : ApiSettings.NONE;
        DescribedApi api = DescribedApi.read(DocumentFile.of(document, maxDocument));
        ApiCredentials credentials;
        String server;
        OAuthSettings oauth;
        List<DescribedOperation> operations = api.operations();
        try {
            credentials = new ApiCredentials(api, own);
            server = ServerAddress.of(own, api.servers());
            oauth = oauth(api, own, server, operations);
        } catch (IllegalArgumentException e) {
            throw new ApiProblemException(Files.exists(settingsFile) ? settingsFile : document, 0, 0, e.getMessage());
        }
        Map<String, OperationTool> tools = new LinkedHashMap<>();
        Map<String, String> refused = new LinkedHashMap<>();
        Map<String, String> names = new HashMap<>();
        int left = 0;
        Set<String> ids = operations.stream().map(DescribedOperation::id).collect(Collectors.toSet());
        own.expose().override().keySet().stream().filter(id -> !ids.contains(id)).forEach(id -> refused.put(id, settingsFile + ": expose.override: the document has no operation " + id));
        for (DescribedOperation operation : operations) {
            if (!own.expose().offers(operation)) {
                continue;
            }
            if (tools.size() == own.expose().maxTools()) {
                left++;
                continue;
            }
            try {
                ServerAddress.check(operation.described().has("servers") ? operation.described().get("servers") : operation.item().path("servers"), own, server);
                OperationTool tool = OperationTool.of(api, operation, own, credentials);
                String twin = names.putIfAbsent(tool.tool().name(), operation.id());
                if (twin != null) {
                    throw new IllegalArgumentException(twin.equals(operation.id()) ? "its id " + twin + " is already used by another operation; change operationId in the document"
                            : "its name " + tool.tool().name() + " is already used by " + twin + "; set another name in expose.override");
                }
                tools.put(operation.id(), tool);
            } catch (RuntimeException e) { // an invalid operation must not stop the others
                refused.put(operation.id(), document + ", " + operation.method() + " " + operation.path() + ": " + e.getMessage());
            }
        }
        return new OfferedApi(name, server, own, Collections.unmodifiableMap(tools), Collections.unmodifiableMap(refused), left, oauth, ApiCredentials.secrets(own));
    }

    /** Returns the settings of {@code oauth} with what the document adds; null without them. */
    private static OAuthSettings oauth(DescribedApi api, ApiSettings own, String server, List<DescribedOperation> operations) {
        if (own.oauth() == null) {
            return null;
        }
        TokenSchemes schemes = TokenSchemes.of(api.securitySchemes());
        return schemes.completed(own.oauth(), server, schemes.scopes(operations.stream().filter(own.expose()::offers).map(api::security).toList())).settings();
    }
}
