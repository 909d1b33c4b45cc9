package dev.caravan.search;

import dev.caravan.retrieval.LeaseStore;
import org.springframework.stereotype.Component;

/** The leases of collections: one sync of a collection runs at a time. */
@Component
class CollectionLeases extends LeaseStore {

    CollectionLeases(ChunkStore store, SearchProperties properties) {
        super(store, "CaravanCollection", properties.lease());
    }
}
