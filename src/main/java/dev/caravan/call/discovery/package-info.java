/**
 * Lets a model find tools instead of reading every definition: the mode discover of {@code tools/list}, and the ranking of
 * {@code find_tools} by meaning and by words. The ranking reads the caller's own catalogue, so it always has the tools that run now.
 */
package dev.caravan.call.discovery;
