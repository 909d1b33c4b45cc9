package dev.caravan.retrieval;

/** The embedding models that run in this process. */
public enum LocalModel {

    /**
     * BAAI's bge-small-zh-v1.5, for Chinese text. Its instruction means "make a representation of this sentence to find
     * articles by"; the model was trained with it. On our tests' questions, hybrid search has the answer among five hits for 38 of 40 with
     * the instruction, and for 37 without.
     */
    CHINESE("bge-small-zh-v1.5-q", 512, "为这个句子生成表示以用于检索相关文章："),

    /** BAAI's bge-small-en-v1.5, for English text and source code. */
    ENGLISH("bge-small-en-v1.5-q", 384, "Represent this sentence for searching relevant passages: ");

    private final String id;
    private final int dimensions;
    private final String queryInstruction;

    LocalModel(String id, int dimensions, String queryInstruction) {
        this.id = id;
        this.dimensions = dimensions;
        this.queryInstruction = queryInstruction;
    }

    /** Returns the name of the model and of its files on the class path. */
    String id() {
        return id;
    }

    /** Returns whether the class path has the model. */
    boolean isThere() {
        return LocalModel.class.getResource("/" + id + ".onnx") != null;
    }

    int dimensions() {
        return dimensions;
    }

    /** Returns the text that precedes a query, but not a passage. */
    String queryInstruction() {
        return queryInstruction;
    }
}
