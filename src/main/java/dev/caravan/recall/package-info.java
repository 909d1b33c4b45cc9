/**
 * Action recall (document 2): actions of business objects as function-call schemas. Begun: the schema resolver that tool and
 * mcp action sources share.
 */
package dev.caravan.recall;
