package dev.caravan.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.http.HttpRefusal;

/** As {@link RestRules}, where errors are {@link ServiceError}s. */
class ServiceRules extends RestRules {

    @Override
    public String body(HttpRefusal refusal) {
        String name = switch (refusal.status()) {
            case 403 -> "Forbidden";
            case 405 -> "MethodNotAllowed";
            case 500 -> "InternalServerError";
            default -> "BadRequest";
        };
        return new ServiceError("Public." + name, refusal.getMessage(), "Mend the request", JsonNodeFactory.instance.objectNode()).json().toString();
    }
}
