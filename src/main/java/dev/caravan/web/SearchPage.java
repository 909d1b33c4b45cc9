package dev.caravan.web;

import dev.caravan.envelope.Text;
import java.util.List;

/**
 * The answer of a service to one request.
 *
 * @param warnings of the service itself, such as engines that did not answer
 * @param last     whether this is the last page
 */
record SearchPage(List<SearchItem> items, List<Text> warnings, boolean last) {
}
