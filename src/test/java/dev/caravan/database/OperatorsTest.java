package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The meaning of every operator on every type is the same on every database: that of a few lines of Java. Each operator is asked once of
 * each column, on half of the databases; {@link AllOperatorsTest} asks all, with every value.
 */
@Tag("full")
class OperatorsTest extends OperatorCasesTest {

    @TestFactory
    Stream<DynamicTest> everyOperatorWorksOnEveryType() {
        return tests(OperatorMatrix.sample(), 2);
    }

    @Test
    void sampleHasEveryOperatorOnEveryColumnOnce() {
        List<String> kinds = OperatorMatrix.CASES.stream().map(OperatorMatrix.Case::kind).distinct().toList();
        assertThat(OperatorMatrix.sample()).extracting(OperatorMatrix.Case::kind).isEqualTo(kinds).hasSize(62);
        assertThat(kinds.stream().map(kind -> kind.split("__")[0])).contains("s", "zh", "n", "big", "d", "b", "t", "j");
        assertThat(OperatorMatrix.CASES).hasSizeGreaterThan(500);
    }
}
