/** Audit events: those of requests that were refused before they became a call, and the HMAC that stands for arguments in all of them. */
package dev.caravan.audit;
