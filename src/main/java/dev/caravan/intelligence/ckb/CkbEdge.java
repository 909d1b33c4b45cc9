package dev.caravan.intelligence.ckb;

/** A call from one {@link CkbNode#symbolId()} to another. */
public record CkbEdge(String from, String to) {
}
