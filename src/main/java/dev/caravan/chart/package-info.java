/**
 * Makes charts: from rows or a graph to an Apache ECharts {@code option} that renders unchanged in ECharts 5 and 6. A caller's input goes
 * only where ECharts shows text or draws a number, never where it reads a template, a style or markup. {@code meta.warnings} has the
 * corrections.
 */
package dev.caravan.chart;
