package dev.caravan.openapi;

import dev.caravan.oauth.OAuthSettings;
import java.util.List;
import java.util.Map;

/**
 * An API whose operations are tools.
 *
 * @param server  address without a slash at its end
 * @param tools   tools by operation id
 * @param refused {operation id: reason why it is no tool}
 * @param left    number of operations beyond {@code max-tools}
 * @param oauth   how requests get access tokens; null if they have none
 * @param secrets texts that must not appear in answers, errors and logs
 */
record OfferedApi(String name, String server, ApiSettings settings, Map<String, OperationTool> tools, Map<String, String> refused, int left, OAuthSettings oauth,
        List<String> secrets) {

    /** Returns the API without secrets. */
    @Override
    public String toString() {
        return "OfferedApi[" + name + ", " + server + ", tools=" + tools.keySet() + "]";
    }
}
