package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address that all requests of an API go to. It comes from the settings, or from the document's list of servers. */
final class ServerAddress {

    private static final Pattern ADDRESS = Pattern.compile("https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?(?:/[A-Za-z0-9._~/%-]*)?", Pattern.CASE_INSENSITIVE);
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
                && !URI.create(server).resolve(first.replaceAll("[{}\\s]", "_")).toString().replaceAll("(?<!/)/+$", "").equals(server)) {
            throw new IllegalArgumentException("its server is " + shown(first) + ", not that of the API. Put the operation into an API of its own, with server in the settings");
        }
    }

    /** Returns the first address with the defaults of its variables; null if there is none. */
    private static String first(JsonNode servers) {
        JsonNode server = servers.path(0);
        if (!server.path("url").isTextual()) {
            return null;
        }
        Matcher variable = VARIABLE.matcher(server.get("url").textValue());
        return variable.replaceAll(found -> Matcher.quoteReplacement(server.path("variables").path(found.group(1)).path("default").asText(found.group())));
    }

    private static String checked(String where, String address) {
        if (!ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException(where + " must be http:// or https:// with a host and perhaps a path, without user, query and spaces, got " + shown(address));
        }
        return address.replaceAll("(?<!/)/+$", "").replaceFirst("^[A-Za-z]+",
                address.substring(0, address.indexOf(':')).toLowerCase(Locale.ROOT));
    }

    private static String shown(String address) {
        String plain = address.replaceAll("\\p{Cc}", "?").replaceAll("//[^/@]*@", "//***@").replaceAll("\\?.*", "?…");
        return plain.length() <= 200 ? plain : plain.substring(0, 200) + "…";
    }
}
