/**
 * Tests of README and of the guide in {@code src/site/markdown}. Pages of the reference have generated parts between
 * {@code <!-- generated: NAME -->} and {@code <!-- end of NAME -->}: a test makes them from the code, and fails with the lines that differ.
 * It leaves the right page in {@code target/guide}; copy that page to {@code src/site/markdown}.
 *
 * <p>All other pages are true too: {@link dev.caravan.guide.PageWalk} types a page's commands into a shell, beside a quick start, and holds
 * the outputs that the page shows against the real ones. {@link dev.caravan.guide.GuideBlock} says how a page marks its blocks,
 * {@link dev.caravan.guide.ShownOutput} what may differ.
 */
package dev.caravan.guide;
