package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Text of callers is never a statement: whatever they send, and wherever, changes nothing and reveals nothing. Each database gets the texts
 * that are meant for it and some of the others; {@link AllInjectionsTest} sends all. The quick tier sends one, over HTTP, in every place.
 */
class InjectionTest extends InjectionCasesTest {

    @TestFactory
    Stream<DynamicTest> oneTextIsHarmlessInEveryPlace() {
        return tests(database -> InjectionTexts.sample(database).subList(0, 1));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> textsAreHarmlessInEveryPlace() {
        return tests(InjectionTexts::sample);
    }

    @Tag("full")
    @Test
    void databasesShareAllTextsWithAtMostSixtyEach() {
        List<String> databases = List.of("postgresql", "mysql", "sqlite", "mongodb", "redis", "opensearch", "supabase");
        assertThat(databases)
                .allSatisfy(database -> assertThat(InjectionTexts.sample(database)).hasSizeBetween(4, 60).doesNotHaveDuplicates());
        assertThat(databases.stream().flatMap(database -> InjectionTexts.sample(database).stream())).containsAll(InjectionTexts.ALL);
    }
}
