package dev.caravan.catalogue;

/** An index task that this gateway has claimed. */
record ClaimedIndex(long id, long toolId, String owner, long tableId, String jsonPath) {
}
