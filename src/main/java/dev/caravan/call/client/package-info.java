/**
 * Implements the {@code mcp} component: the conversation of a route with the client of its call. Use it in the route of a tool, a prompt or
 * a resource, and in routes that it calls. Options in <i>italics</i> are constant; the others may contain Simple expressions.
 *
 * <table>
 * <caption>Steps</caption>
 * <tr><td>{@code mcp:progress}</td><td>{@code progress} (required, must grow), {@code total}, {@code message}</td>
 *     <td>sends the progress of the call; keeps the body</td></tr>
 * <tr><td>{@code mcp:log}</td><td><i>level</i> (default {@code info}), <i>logger</i>, {@code message} (default: the body, as JSON)</td>
 *     <td>sends a log message to the client; keeps the body</td></tr>
 * <tr><td>{@code mcp:elicit}</td><td>{@code message} (else the body is all params), <i>field.NAME</i> or <i>requestedSchema</i> or
 * {@code url}, <i>failOnDecline</i> (default true), {@code key}, <i>wait</i></td><td>the body is a map {@code {action, content}}</td></tr>
 * <tr><td>{@code mcp:sample}</td><td>{@code message} (else the body is all params), {@code systemPrompt}, <i>maxTokens</i> (default 1000),
 *     {@code key}, <i>wait</i></td><td>the body is a map {@code {role, content, model, stopReason}}</td></tr>
 * <tr><td>{@code mcp:roots}</td><td>{@code key}, <i>wait</i></td><td>the body is a list of {@code {uri, name}}</td></tr>
 * <tr><td>{@code mcp:ping}</td><td></td><td>waits until a legacy client answers; keeps the body</td></tr>
 * <tr><td>{@code mcp:reconnect}</td><td><i>retry</i> (default {@code caravan.conversation.retry})</td>
 *     <td>closes the connection, and the client reconnects for the rest; keeps the body</td></tr>
 * </table>
 *
 * <p>Progress and log do nothing when the client can't get them: no progress token, a higher log level, no event stream. Questions fail
 * when the client can't be asked: with -32021 in the modern era, with a {@link dev.caravan.envelope.ToolException} before. With
 * {@code wait=false} a question is sent together with the next one. A key is asked once per call; the answers so far are in the exchange
 * property {@code answers}, {key: answer}. For a modern client the route runs again from its beginning in each round.
 */
package dev.caravan.call.client;
