package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentifiersTest {

    @Test
    void identifierGivesItsWordsAndItself() {
        assertThat(Identifiers.words("findByTopicURL2")).containsExactly("find", "by", "topic", "url", "2", "findbytopicurl2");
        assertThat(Identifiers.words("URLParser")).containsExactly("url", "parser", "urlparser");
        assertThat(Identifiers.words("userIDs")).containsExactly("user", "ids", "userids");
        assertThat(Identifiers.words("aB")).containsExactly("a", "b", "ab");
        assertThat(Identifiers.words("ÜberGröße")).containsExactly("über", "größe", "übergröße");
    }

    @Test
    void everyNamingStyleGivesTheSameWords() {
        assertThat(Identifiers.words("max_result_size")).isEqualTo(Identifiers.words("maxResultSize"))
                .isEqualTo(Identifiers.words("max-result-size"))
                .isEqualTo(Identifiers.words("MaxResultSize")).isEqualTo(Identifiers.words("MAX_RESULT_SIZE"))
                .containsExactly("max", "result", "size", "maxresultsize");
        assertThat(Identifiers.words("__init__")).containsExactly("init");
    }

    @Test
    void punctuationSeparatesIdentifiers() {
        assertThat(Identifiers.words("dev.caravan.search.VectorMemory#of(String,long)"))
                .containsExactly("dev", "caravan", "search", "vector", "memory", "vectormemory", "of", "string", "long");
        assertThat(Identifiers.words("caravan.tools.max-result")).containsExactly("caravan", "tools", "max", "result", "maxresult");
    }

    @Test
    void plainWordAppearsOnce() {
        assertThat(Identifiers.words("Where is the gate?")).containsExactly("where", "is", "the", "gate");
        assertThat(Identifiers.words("gate gate")).containsExactly("gate", "gate");
    }

    @Test
    void chineseJapaneseAndKoreanTextIsKept() {
        assertThat(Identifiers.words("按topicKey查找文档，ＵＲＬ怎么写？")).containsExactly("按", "topic", "key", "topickey", "查找文档", "url", "怎么写");
        assertThat(Identifiers.words("ユーザー検索 사용자")).containsExactly("ユーザー検索", "사용자");
        assertThat(Identifiers.words("𠮷野家")).containsExactly("𠮷野家");
    }

    @Test
    void textWithoutWordsGivesNone() {
        assertThat(Identifiers.words("")).isEmpty();
        assertThat(Identifiers.words("{ } -> _ - $ 😀 //")).isEmpty();
    }

    @Test
    void veryLongIdentifiersGiveOnlyTheirWords() {
        String base64 = "aB".repeat(5_000);

        assertThat(Identifiers.words(base64)).hasSize(5_001).allMatch(word -> word.length() <= 2);
    }
}
