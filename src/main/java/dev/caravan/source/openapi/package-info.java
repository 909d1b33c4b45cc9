/**
 * Offers the operations of OpenAPI documents as tools. A document {@code NAME.openapi.yaml} in {@code caravan.apis.directory}, with
 * settings in {@code NAME.yaml}, has one route for each operation, from a template in {@code routes/apis/}. A request goes to the server of
 * the settings or the document, over {@code http:}.
 *
 * <p>A document is data of others. References lead to places in the document only, and nothing is fetched. Names, texts and schemas are
 * limited as those of upstream servers ({@link dev.caravan.source.OfferedDefinition}). An operation that can't be a tool is refused alone.
 *
 * <p>Requests have fixed credentials ({@link dev.caravan.source.openapi.ApiCredentials}) or access tokens ({@link
 * dev.caravan.source.openapi.ApiTokens}). A document says where they go in a request. It never decides who gets a secret of the gateway.
 *
 * <p>Jackson reads documents, because the schema resolver works on JSON, and because an error needs its line. GitHub's document of 13 MB
 * takes 3 s in a heap of 256 MB, and fits into 96 MB. swagger-parser 2.1.37 takes 6 s in 256 MB. Its messages have no lines: "Duplicate
 * field operationId in {@code null}". Its objects would have to be written as JSON again.
 *
 * <p>Tools have no {@code outputSchema}: services answer more than their documents say, and a call that succeeded would become an error.
 */
package dev.caravan.source.openapi;
