/**
 * How CKB (Code Knowledge Backend, an MCP server that users install themselves) is asked for the call graph of code: the route
 * {@code direct:ckb-graph} with a {@link dev.caravan.intelligence.ckb.CkbQuestion}, which always ends in a {@link dev.caravan.intelligence.ckb.CkbAnswer}.
 *
 * <p>Its health is checked before it is asked, unless it was a short while ago. After any failure it is left alone for the
 * cool-down. Of the questions that are under way one leads and has all the time there is; the others are impatient, so that a CKB
 * that hangs is waited for once. When one fails, all end with its reason.
 */
package dev.caravan.intelligence.ckb;
