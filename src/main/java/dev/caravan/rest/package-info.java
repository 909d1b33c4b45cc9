/**
 * What REST endpoints share: the envelope {@code {code, message, data}}, errors, reading of bodies and pages, and the OpenAPI document.
 *
 * <p>The endpoints are templated routes, not Camel's contract-first {@code rest: openApi:}. That needs a component with a
 * RestOpenApiConsumerFactory; in Camel 4.17.0 only platform-http has one. With undertow, our entry, the route does not start: "Cannot find
 * RestOpenApiConsumerFactory in Registry or as a Component to use". Relative to a plain Spring MVC controller (1), throughput is 0.5 for
 * platform-http on Tomcat, 0.86 for platform-http on Vert.x, and 1.35 for undertow. Contract-first would also make one route of the whole
 * document. That route could not check rights and limits before it reads a body, and could not answer 404, 405 and 413 in our envelope.
 * {@code ApiDocumentTest} keeps the documents and the endpoints equal.
 */
package dev.caravan.rest;
