package dev.caravan;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out eleven twelfths of the test classes tagged {@code nightly}: those whose {@link #of} is not the system property
 * {@code caravan.tests.nightly.twelfth}. {@code .ci/run} sets it. Without it, all classes run. Named in {@code META-INF/services}.
 */
public final class NightlyShare implements PostDiscoveryFilter {

    static final String PROPERTY = "caravan.tests.nightly.twelfth";
    private static final TestTag NIGHTLY = TestTag.create("nightly");
    private static final int PARTS = 12;

    @Override
    public FilterResult apply(TestDescriptor test) {
        String twelfth = System.getProperty(PROPERTY, "");
        boolean always = twelfth.isBlank() || !test.getTags().contains(NIGHTLY);
        return FilterResult.includedIf(always || of(className(test)) == Integer.parseInt(twelfth));
    }

    /**
     * Returns the twelfth of this class, 0 to 11. It stays the same when the class moves to another room. Without the last seven
     * bits of the hash the twelfths take similar times.
     */
    static int of(String className) {
        return (className.substring(className.lastIndexOf('.') + 1).hashCode() >>> 7) % PARTS;
    }

    private static String className(TestDescriptor test) {
        return test.getSource().map(source -> source instanceof MethodSource method ? method.getClassName()
                : source instanceof ClassSource type ? type.getClassName() : "").orElse("");
    }
}
