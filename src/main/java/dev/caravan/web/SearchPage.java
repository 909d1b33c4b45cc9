package dev.caravan.web;

import dev.caravan.envelope.Text;
import java.util.List;

/**
 * What a service answered to one request.
 *
 * @param warnings that the service itself gave, such as engines that did not answer
 * @param last     whether there is no next page to ask for
 */
record SearchPage(List<SearchItem> items, List<Text> warnings, boolean last) {
}
