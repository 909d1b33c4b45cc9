/**
 * What {@code web_search} needs beyond its routes: reading what search services answer, merging, filtering and keeping it.
 */
package dev.caravan.web;
