/**
 * Supports the routes of {@code web_search}: reads the answers of search services, and merges, filters and caches results.
 */
package dev.caravan.web;
