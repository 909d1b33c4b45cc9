package dev.caravan.chart;

/**
 * From which sizes on a chart is drawn in another way. The route of {@code echart_generate} names the numbers.
 *
 * @param bulkPoints   a series with more points is drawn in bulk
 * @param pieLabels    a pie with more slices has no labels
 * @param largeNodes   a graph with more nodes has small ones
 * @param nodeLabels   a graph with more nodes has no labels
 * @param forcedNodes  a graph with more nodes is a circle: forces take a browser too long
 */
record ChartLimits(int bulkPoints, int pieLabels, int largeNodes, int nodeLabels, int forcedNodes) {
}
