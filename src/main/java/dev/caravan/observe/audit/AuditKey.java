package dev.caravan.observe.audit;

import dev.caravan.store.InstallationSecret;
import dev.caravan.store.Store;
import org.springframework.stereotype.Component;

/** Provides the key for the HMAC of arguments in audit events. */
@Component
class AuditKey extends InstallationSecret {

    AuditKey(AuditProperties properties, Store store) {
        super(store, properties.key(), "audit_key");
    }
}
