package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeywordQueryTest {

    @Test
    void syntaxIsEscaped() {
        assertThat(ChunkKind.KeywordQuery.of("C++ (draft)")).contains("c\\+\\+ \\(draft\\)");
        assertThat(ChunkKind.KeywordQuery.of("AND OR NOT")).contains("and or not");
        assertThat(ChunkKind.KeywordQuery.of("? ！ --")).isEmpty();
    }

    @Test
    void codesAreAlsoSearchedWhole() {
        assertThat(ChunkKind.KeywordQuery.of("ERR-4012 failed")).contains("err\\-4012 failed \"err\\-4012\"^2");
    }

    @Test
    void questionWordsAreRemoved() {
        assertThat(ChunkKind.KeywordQuery.of("How do I reset my password?")).contains("reset password\\?");
        assertThat(ChunkKind.KeywordQuery.of("如何重置密码吗")).contains("重置密码");
        assertThat(ChunkKind.KeywordQuery.of("how-to")).contains("how\\-to \"how\\-to\"^2");
        assertThat(ChunkKind.KeywordQuery.of("somewhere")).contains("somewhere");
    }

    @Test
    void queryOfQuestionWordsOnlyStays() {
        assertThat(ChunkKind.KeywordQuery.of("what can you do")).contains("what can you do");
        assertThat(ChunkKind.KeywordQuery.of("怎么办")).contains("怎么办");
    }
}
