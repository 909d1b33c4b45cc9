package dev.caravan.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Negotiates content types. A request without {@code Accept} accepts JSON. */
public final class MediaTypes {

    /** Caches results, because clients send the same few headers with each request. */
    private static final Cache<Asked, Boolean> KNOWN = Caffeine.newBuilder().maximumSize(200).build();
    private static final int LONGEST_KNOWN = 200;

    private record Asked(String accept, MediaType offered) {
    }

    private MediaTypes() {
    }

    /** Returns whether the {@code Content-Type} is JSON. */
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

    /** Returns whether the {@code Accept} headers include JSON, or there are none. */
    public static boolean acceptsJson(List<String> accept) {
        if (accept == null || accept.isEmpty() || accept.size() == 1 && "*/*".equals(accept.get(0))) {
            return true;
        }
        return takes(accept, MediaType.APPLICATION_JSON);
    }

    /** Returns whether the {@code Accept} headers include event streams. */
    public static boolean acceptsEventStream(List<String> accept) {
        return accept != null && takes(accept, MediaType.TEXT_EVENT_STREAM);
    }

    private static boolean takes(List<String> accept, MediaType offered) {
        if (accept.size() > 1 || accept.get(0).length() > LONGEST_KNOWN) {
            return takesOne(accept, offered);
        }
        return KNOWN.get(new Asked(accept.get(0), offered), asked -> takesOne(List.of(asked.accept()), asked.offered()));
    }

    private static boolean takesOne(List<String> accept, MediaType offered) {
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(offered) && type.getQualityValue() > 0);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
