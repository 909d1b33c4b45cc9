/** What REST endpoints share: their envelope {@code {code, message, data}}, their errors, reading bodies and pages, their document. */
package dev.caravan.rest;
