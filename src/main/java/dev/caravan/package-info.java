/**
 * The house. A room is a package; it may use rooms below it, never one above it, so that there is no circle. Which ones it does use is in
 * {@code src/test/resources/rooms.txt}. {@code RoomsTest} keeps both true.
 *
 * <pre>
 * Roof
 *   dev.caravan          starts the gateway; nothing uses it
 * Entrances that capabilities meet
 *   page                 the page for people: its files, and the state that it shows
 *   bus                  JSON-RPC over JMS and Kafka: admission, redelivery, dead letters
 * Capabilities; none uses another
 *   recall.local         what recall asks of KWeaver, answered from files
 *   recall               actions on business objects as functions, and the proxy that calls them
 *   catalogue            tools that users make on contexts, MCP instances, and which instance has which tool
 *   context              JSON contexts: find, query, change, preview
 *   intelligence         the ci_* tools: code search, graph and impact
 *   intelligence.ckb     questions to CKB, an MCP server for code
 *   intelligence.index   the code index: builds, chunks, names, calls
 *   intelligence.files   which files of a workspace are indexed
 *   intelligence.code    reads source code with tree-sitter
 *   search               search in JSON contexts by meaning and by words
 *   database.sql         PostgreSQL, MySQL and SQLite: statements, transactions
 *   database.mongo       MongoDB
 *   database.redis       Redis
 *   database.opensearch  OpenSearch
 *   database.supabase    Supabase, by its REST API
 *   database             what the db_* tools of all families share: filters, pages, limits
 *   document             the mongo_* tools
 *   graph                the neo4j_* tools
 *   chart                rows and graphs as ECharts options
 *   web                  reads, merges and filters what search services answer
 *   upstream             other MCP servers and HTTP services that the gateway calls
 * What routes define
 *   client               the mcp: component, a conversation with the client of the call
 *   tool                 the ai-tool: component, tools/call, validation, limits of results
 *   resource             the ai-resource: component, resources/read
 *   prompt               the ai-prompt: component, prompts/get
 *   completion           completion/complete
 * Calls and callers
 *   rest                 requests, answers and errors of the REST endpoints
 *   security             who calls, how often, and with which scopes
 *   call                 what all calls share: steps, places, time limits, the audit event
 * Protocol
 *   mcp.task             calls that go on after they were answered
 *   mcp.stdio            MCP on standard input and output
 *   mcp.http             what MCP says of HTTP, and event streams
 *   mcp.input            input from the client in the middle of a request
 *   mcp.session          sessions of legacy clients
 *   mcp                  messages, revisions, discovery, lists; knows no tool
 * Ground
 *   http                 the HTTP port: Host, Origin, TLS, sizes, shares, draining
 *   audit                who did what: the audit log
 *   retrieval            the index engine: chunks, embeddings, rankings and their fusion, progress
 *   store                PostgreSQL that all gateways share: pools, migrations, notifications
 *   health               whether what the gateway needs is there
 *   metrics              breakers, pools and queues as metrics
 *   trace                OpenTelemetry spans, where they are switched on
 *   routes               live reload of the routes directory
 *   security.caller      who calls and what they may, as every room may know it
 *   envelope             error codes and result shapes
 *   json                 reads JSON, within limits
 *   log                  one line an event
 * </pre>
 *
 * <p>The flows themselves are not here: they are in {@code routes/}, and capabilities meet there.
 */
package dev.caravan;
