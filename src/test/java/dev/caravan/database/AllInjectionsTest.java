package dev.caravan.database;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Text of callers is never a statement, on any database; {@link InjectionTest} sends a part of the texts. */
@Tag("nightly")
class AllInjectionsTest extends InjectionCasesTest {

    @TestFactory
    Stream<DynamicTest> everyTextIsHarmlessInEveryPlace() {
        return tests(database -> InjectionTexts.ALL);
    }
}
