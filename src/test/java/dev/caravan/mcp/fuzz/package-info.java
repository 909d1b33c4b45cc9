/** Many requests that nobody foresaw, made from valid ones. */
package dev.caravan.mcp.fuzz;
