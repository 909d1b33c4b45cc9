package dev.caravan.search;

import dev.caravan.retrieval.Leases;
import org.springframework.stereotype.Component;

/** To one sync of a collection at a time. */
@Component
class CollectionLeases extends Leases {

    CollectionLeases(ChunkStore store, SearchProperties properties) {
        super(store, "CaravanCollection", properties.lease());
    }
}
