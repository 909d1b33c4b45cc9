package dev.caravan.database;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The meaning of every operator is the same on every database, whatever the value; {@link OperatorsTest} asks a part of it.
 */
@Tag("nightly")
class AllOperatorsTest extends OperatorCasesTest {

    @TestFactory
    Stream<DynamicTest> everyOperatorWorksOnEveryValue() {
        return tests(OperatorMatrix.CASES, 1);
    }
}
