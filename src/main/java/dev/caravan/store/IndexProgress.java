package dev.caravan.store;

/** Whoever makes an index tells whoever asked for it how far it is; what this throws ends the making. */
@FunctionalInterface
public interface IndexProgress {

    /**
     * @param nodes   strings that are to be indexed
     * @param chunks  that they are cut into
     * @param indexed of these, how many are in the index
     */
    void reached(long nodes, long chunks, long indexed);
}
