package dev.caravan.observe.audit;

import dev.caravan.store.InstallationSecret;
import dev.caravan.store.KeyValues;
import org.springframework.stereotype.Component;

/** Provides the key for the HMAC of arguments in audit events. */
@Component
class AuditKey extends InstallationSecret {

    AuditKey(AuditProperties properties, KeyValues values) {
        super(values, properties.key(), "audit");
    }
}
