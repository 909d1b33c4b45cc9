/**
 * Source code read with tree-sitter: definitions, calls, and which definition a call means. Knows no database.
 *
 * <p>The readers walk the syntax tree in Java. Tree-sitter's own queries ({@code .scm}) were tried with tree-sitter 0.26.6 and its binding for Java
 * and don't serve here, for three reasons:
 * <ul>
 * <li>Depth. A pattern with two parts, such as {@code (call_expression function: (_) @function arguments: (_) @arguments)}, stays open while its first
 * part is searched, and each step of the search looks at all open ones. For the chain {@code a.next().next()…}, this pattern and its like for members
 * took 1.2 s with 3,000 links; with 10,000, a quarter of the matches had been found after 20 s. Parsing that takes 0.2 s, and {@code ParserLimitsTest}
 * promises that such a file is read, within the limit of 10 s. {@code (binary_expression left: (_) @left right: (_) @right)} took 4.7 s with 10,000
 * operands and more than 20 s with 30,000. Patterns with one part take time by the length alone, but don't say what belongs to what, and the binding
 * can't limit the depth.
 * <li>Time. A query looks at each node once more. Over 500 files of Java, a query for definitions, parameters, variables and scopes takes 0.31 of what
 * the whole reading takes (1.3 s of 4.2 s), with calls 0.38; for JavaScript 0.31 and 0.42. That comes on top, since
 * expressions need the copy of the tree all the same.
 * <li>Meaning. What a call is called on depends on the variables that hold where it stands, on what was assigned to them before it, and on the value of
 * the expression, which may itself be a call. A query says of none of these what they are, so that it would give nodes to the code which works it out
 * today, and save the fetching of a node's parts.
 * </ul>
 */
package dev.caravan.intelligence.code;
