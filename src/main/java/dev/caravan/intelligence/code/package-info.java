/**
 * Parses source code with tree-sitter: definitions, calls, and which definition a call means. Uses no database.
 *
 * <p>The readers of Java, Python, JavaScript, TypeScript and Go walk the syntax tree in Java. For C, C++, C#, Kotlin, Rust, PHP and Ruby a file
 * {@code LANGUAGE.scm} says which nodes are definitions, calls and variables, by queries of one node each; one reader finds their parts. Whole queries
 * of tree-sitter were tried with tree-sitter 0.26.6 and its Java binding. They
 * do not fit, for three reasons:
 * <ul>
 * <li>Depth. A pattern with two parts, such as {@code (call_expression function: (_) @function arguments: (_) @arguments)}, stays open while its
 * first part is searched, and each step of the search checks all open patterns. For the chain {@code a.next().next()…} with 3,000 links, this pattern
 * and a similar one for members took 1.2 s; with 10,000 links, they found a quarter of the matches in 20 s. Parsing that chain takes 0.2 s, and
 * {@code ParserLimitsTest} promises that such a file is read, within the limit of 10 s. {@code (binary_expression left: (_) @left right: (_) @right)}
 * took 4.7 s with 10,000 operands and more than 20 s with 30,000. Patterns with one part need time in proportion to the length, but do not show which
 * parts belong together; and the binding cannot limit the depth.
 * <li>Time. A query visits each node once more. Over 500 Java files, a query for definitions, parameters, variables and scopes takes 0.31 of the
 * whole reading (1.3 s of 4.2 s), with calls 0.38; for JavaScript 0.31 and 0.42. That time is additional, since expressions need the copy of the tree
 * anyway.
 * <li>Meaning. The receiver of a call depends on the variables that are valid there, on earlier assignments to them, and on the value of an
 * expression that may itself be a call. A query shows none of these. It would only hand nodes to the code that works out the meaning today, and save
 * the lookup of a node's parts.
 * </ul>
 */
package dev.caravan.intelligence.code;
