/**
 * Tests of README and of the guide in {@code src/site/markdown}. Pages of the reference have generated parts between {@code <!-- generated: NAME -->} and
 * {@code <!-- end of NAME -->}: a test makes them from the code, and fails with the lines that differ. It leaves the right page in {@code target/guide};
 * copy that page to {@code src/site/markdown}.
 */
package dev.caravan.guide;
