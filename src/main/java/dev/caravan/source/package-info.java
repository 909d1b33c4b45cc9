/**
 * Tools that others define, as the gateway offers them. Names, texts and schemas are checked and limited, and settings can override them.
 *
 * <p>Shows the sources of tools over REST, and changes them there: MCP servers, OpenAPI documents and Kamelets. Each kind is a bean of
 * {@link dev.caravan.source.SourceFolder}, in the package that offers its tools.
 *
 * <p>An edit changes the files that an operator edits by hand, and the gateway takes it up like an edit by hand. It is not kept in the
 * store: files are reviewed, versioned and read before the store is reached, and a second place would contradict them.
 *
 * <p>An edit is checked as a whole before a file changes. A file changes by an atomic move, and only if nobody has changed it since the
 * caller read it.
 *
 * <p>Settings may name secrets. {@link dev.caravan.routes.SettingsText} hides them from answers, and {@link dev.caravan.source.SecretRules}
 * keeps a caller from sending them elsewhere.
 */
package dev.caravan.source;
