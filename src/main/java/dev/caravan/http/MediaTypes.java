package dev.caravan.http;

import java.util.List;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Content negotiation. Lenient with JSON: there, an absent {@code Accept} takes anything. */
public final class MediaTypes {

    private MediaTypes() {
    }

    public static boolean isJson(String contentType) {
        if ("application/json".equals(contentType)) {
            return true;
        }
        try {
            return contentType != null && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    public static boolean acceptsJson(List<String> accept) {
        if (accept == null || accept.isEmpty() || accept.size() == 1 && "*/*".equals(accept.get(0))) {
            return true;
        }
        return takes(accept, MediaType.APPLICATION_JSON);
    }

    public static boolean acceptsEventStream(List<String> accept) {
        return accept != null && takes(accept, MediaType.TEXT_EVENT_STREAM);
    }

    private static boolean takes(List<String> accept, MediaType offered) {
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(offered) && type.getQualityValue() > 0);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
