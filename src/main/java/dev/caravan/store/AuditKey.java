package dev.caravan.store;

import dev.caravan.observe.AuditQueue;
import dev.caravan.observe.SealArguments;
import org.springframework.stereotype.Component;

/** Provides the key for the HMAC of arguments in audit events. */
@Component
class AuditKey extends InstallationSecret implements SealArguments.Key {

    AuditKey(AuditQueue.AuditProperties properties, KeyValueStore values) {
        super(values, properties.key(), "audit");
    }
}
