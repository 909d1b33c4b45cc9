/**
 * The conversation of a route with the client of its call: the {@code mcp} component. Usable in the route of a tool, a prompt or a
 * resource, and in those that it calls. Options in <i>italics</i> are as they stand; the others may hold Simple expressions.
 *
 * <table>
 * <caption>Steps</caption>
 * <tr><td>{@code mcp:progress}</td><td>{@code progress} (needed, must grow), {@code total}, {@code message}</td>
 *     <td>tells how far the call is; leaves the body alone</td></tr>
 * <tr><td>{@code mcp:log}</td><td><i>level</i> (default {@code info}), <i>logger</i>, {@code message} (default: the body, as JSON)</td>
 *     <td>has the client read a message; leaves the body alone</td></tr>
 * <tr><td>{@code mcp:elicit}</td><td>{@code message} (else the body is all params), <i>field.NAME</i> or <i>requestedSchema</i> or
 *     {@code url}, <i>failOnDecline</i> (default true), {@code key}, <i>wait</i></td><td>the body is a map {@code {action, content}}</td></tr>
 * <tr><td>{@code mcp:sample}</td><td>{@code message} (else the body is all params), {@code systemPrompt}, <i>maxTokens</i> (default 1000),
 *     {@code key}, <i>wait</i></td><td>the body is a map {@code {role, content, model, stopReason}}</td></tr>
 * <tr><td>{@code mcp:roots}</td><td>{@code key}, <i>wait</i></td><td>the body is a list of {@code {uri, name}}</td></tr>
 * <tr><td>{@code mcp:ping}</td><td></td><td>a legacy client is there; leaves the body alone</td></tr>
 * <tr><td>{@code mcp:reconnect}</td><td><i>retry</i> (default {@code caravan.conversation.retry})</td>
 *     <td>the connection is closed, and the client comes back for the rest; leaves the body alone</td></tr>
 * </table>
 *
 * <p>Where there is no way to tell, progress and log are silent: no progress token, a graver log level, no event stream. Where the
 * client can't be asked, asking fails: with -32021 in the modern era, with a {@link dev.caravan.envelope.ToolException} before. With
 * {@code wait=false} a question is asked together with the next one. A key is asked once in a call; answers so far are the exchange
 * property {@code answers}, {key: answer}. For a modern client the route is run again from its beginning at each round.
 */
package dev.caravan.client;
