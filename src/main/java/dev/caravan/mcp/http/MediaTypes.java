package dev.caravan.mcp.http;

import java.util.List;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Content negotiation of the JSON-RPC entry. Lenient: an absent {@code Accept} takes anything (choice, MCP transports). */
final class MediaTypes {

    private MediaTypes() {
    }

    static boolean isJson(String contentType) {
        if ("application/json".equals(contentType)) {
            return true;
        }
        try {
            return contentType != null && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    static boolean acceptsJson(List<String> accept) {
        if (accept == null || accept.isEmpty() || accept.size() == 1 && "*/*".equals(accept.get(0))) {
            return true;
        }
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(MediaType.APPLICATION_JSON) && type.getQualityValue() > 0);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
