/**
 * Charts: rows or a graph become an Apache ECharts {@code option} that renders as it is, in ECharts 5 and 6. What a caller
 * sends goes only where ECharts shows text or draws a number, never where it reads a template, a style or markup; what had
 * to be put right on the way is told in {@code meta.warnings}.
 */
package dev.caravan.chart;
