/**
 * Parses source code with tree-sitter: definitions, calls, imports, and which definitions a call may mean. Uses no database.
 *
 * <p>One reader serves all languages. A file {@code LANGUAGE.scm} says which nodes are definitions, calls and variables, by tree-sitter's
 * queries of one node each; the reader finds their parts. To add a language, add its {@code .scm}, a line in {@link
 * dev.caravan.intelligence.code.Language}, a dependency and a test.
 *
 * <p>Queries of several parts do not fit: each open pattern is checked at each node, so a chain of 10,000 calls took more than 20 s
 * (tree-sitter 0.26.6), and the binding cannot limit the depth. The tree is copied anyway.
 *
 * <p>Where a SCIP index covers a file, its calls mean what the index says. Otherwise {@code CallMeaning} goes by names and by what the file
 * says. It does not infer the types of arguments, results or elements.
 */
package dev.caravan.intelligence.code;
