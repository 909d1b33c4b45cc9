/**
 * Lists the packages ("rooms") of the gateway. A package may use packages below it, never one above it, so that there are no cycles.
 * {@code src/test/resources/rooms.txt} lists the actual uses. {@code ArchitectureTest} checks both.
 *
 * <pre>
 * Roof
 *   dev.caravan          the application; nothing uses it
 *   command              the command line: serves, or answers and ends
 * Entries above the capabilities
 *   page                 the page for browsers: its files, and the state that it shows
 *   bus                  JSON-RPC over JMS and Kafka: admission, redelivery, dead letters
 * Capabilities; none uses another or a source
 *   recall.local         answers recall's requests to KWeaver from files
 *   recall               actions on business objects as functions, and the proxy that calls them
 *   catalogue            users' tools on contexts, MCP instances, and the bindings of tools to instances
 *   context              JSON contexts: find, query, change, preview
 *   intelligence         the ci_* tools: code search, graph and impact
 *   intelligence.ckb     requests to CKB, an MCP server for code
 *   intelligence.index   the code index: builds, chunks, names, calls
 *   intelligence.files   which files of a workspace are indexed
 *   intelligence.code    reads source code with tree-sitter
 *   search               semantic and full-text search in JSON contexts
 *   database.sql         PostgreSQL, MySQL and SQLite: statements, transactions
 *   database.mongo       MongoDB
 *   database.redis       Redis
 *   database.opensearch  OpenSearch
 *   database.supabase    Supabase, through its REST API
 *   database             what the db_* tools of all families share: filters, pages, limits
 *   document             the mongo_* tools
 *   graph                the neo4j_* tools
 *   chart                rows and graphs as ECharts options
 *   web                  reads, merges and filters the results of search services
 * Sources of tools that others define; none uses a capability
 *   source.mcp           other MCP servers, and their tools as the gateway's own
 *   source.openapi       operations of OpenAPI documents as tools
 *   source.kamelet       Camel's Kamelets as tools and resources
 *   source.oauth         access tokens for servers and APIs that the gateway calls, and logins of users there
 *   source               tools that others define as the gateway offers them; sources over REST
 * What routes define
 *   call.client          the mcp: component, a conversation with the client of the call
 *   call.discovery       mode discover: finds tools by meaning and words
 *   call.tool            the ai-tool: component, tools/call, validation, limits of results
 *   call.result          results that were cut, kept for their callers
 *   call.resource        the ai-resource: component, resources/read
 *   call.prompt          the ai-prompt: component, prompts/get
 *   call.completion      completion/complete
 * Calls and callers
 *   rest                 requests, answers and errors of the REST endpoints
 *   call                 what all calls share: steps, places, time limits, the audit event
 * Protocol
 *   mcp.task             calls that continue after their answer
 *   mcp.stdio            MCP on standard input and output
 *   mcp.http             MCP's rules for HTTP, and event streams
 *   mcp.input            input from the client during a request
 *   mcp.session          sessions of legacy clients
 *   mcp                  messages, revisions, discovery, lists; knows no tool
 * Ground
 *   http                 the HTTP port: Host, Origin, TLS, sizes, shares, draining
 *   retrieval            index engine: chunks, embeddings, rankings and their fusion, progress
 *   store                values that all gateways share, in PostgreSQL or in memory; pools, notifications
 *   observe              who did what, metrics, health of dependencies, OpenTelemetry spans, log lines
 *   security             who calls, how often, and what they may use: scopes, tags, toolsets
 *   routes               live reload of the routes directory and of other files; reads files of settings
 *   json                 reads JSON within limits; schemas of others; JMESPath
 *   start                checks settings before anything starts, and tells why a start failed
 *   envelope             error codes and result shapes
 * </pre>
 *
 * <p>The flows are in {@code routes/}, where the capabilities meet.
 */
package dev.caravan;
