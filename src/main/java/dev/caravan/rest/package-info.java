/**
 * What REST endpoints share: their envelope {@code {code, message, data}}, their errors, reading bodies and pages, their document.
 *
 * <p>The endpoints are templated routes rather than Camel's contract-first {@code rest: openApi:}. That needs a component which is a
 * RestOpenApiConsumerFactory, and of Camel 4.17.0 only platform-http is one. With undertow, which the entry is, the route does not start: "Cannot
 * find RestOpenApiConsumerFactory in Registry or as a Component to use". Against a bare Spring MVC controller (1) platform-http serves 0.5 on Tomcat
 * and 0.86 on Vert.x, undertow 1.35. The whole document would be one route too: without a guard of rights and limits before its body is read, and
 * without our bodies of 404, 405 and 413. {@code ApiDocumentTest} keeps the documents and the endpoints the same.
 */
package dev.caravan.rest;
