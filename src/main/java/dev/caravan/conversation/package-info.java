/**
 * The conversation of a route with the client of its call: the {@code mcp} component. Usable in the route of a tool, a prompt or a
 * resource, and in those that it calls. Options may hold Simple expressions, but for those in <i>italics</i>.
 *
 * <table>
 * <caption>Steps</caption>
 * <tr><td>{@code mcp:progress}</td><td>{@code progress} (needed, must grow), {@code total}, {@code message}</td>
 *     <td>tells how far the call is; leaves the body alone</td></tr>
 * <tr><td>{@code mcp:log}</td><td><i>level</i> (default {@code info}), <i>logger</i>, {@code message} (default: the body, as JSON)</td>
 *     <td>has the client read a message; leaves the body alone</td></tr>
 * </table>
 *
 * <p>Where there is no way to tell, these two are silent: no progress token, a graver log level, no event stream.
 */
package dev.caravan.conversation;
