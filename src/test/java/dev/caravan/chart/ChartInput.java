package dev.caravan.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;

/** Arguments of {@code echart_generate}, and what the picture of its option must show. */
final class ChartInput {

    final JsonNode arguments;
    final List<String> warnings = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();
    private final List<String> tooltips = new ArrayList<>();
    private List<Integer> marks;
    private List<Integer> points;
    private Integer links;
    private Integer corners;
    private double[] extent;

    ChartInput(JsonNode arguments) {
        this.arguments = arguments;
    }

    /** Bars, symbols, slices or nodes that are drawn, by series. */
    ChartInput marks(Integer... bySeries) {
        marks = List.of(bySeries);
        return this;
    }

    /** Points that ECharts has, by series, where it draws them in bulk. */
    ChartInput points(Integer... bySeries) {
        points = List.of(bySeries);
        return this;
    }

    ChartInput links(int count) {
        links = count;
        return this;
    }

    /** Of one path at least. */
    ChartInput corners(int atLeast) {
        corners = atLeast;
        return this;
    }

    ChartInput texts(String... shown) {
        texts.addAll(List.of(shown));
        return this;
    }

    ChartInput absent(String... notShown) {
        absent.addAll(List.of(notShown));
        return this;
    }

    ChartInput warnings(String... parts) {
        warnings.addAll(List.of(parts));
        return this;
    }

    ChartInput tooltip(String... parts) {
        tooltips.addAll(List.of(parts));
        return this;
    }

    /** From lowest to highest number of the last series, as stacked. */
    ChartInput reaches(double lowest, double highest) {
        extent = new double[] {lowest, highest};
        return this;
    }

    /** That the picture, as {@code render.mjs} tells of it, shows this. */
    void check(JsonNode picture) throws Exception {
        assertThat(picture.path("error").asText()).isEmpty();
        assertThat(picture.get("reached")).as("members of Object.prototype that a name has made").isEmpty();
        assertThat(picture.get("said")).as("warnings of ECharts").isEmpty();
        if (marks != null) {
            assertThat(picture.get("marks")).extracting(JsonNode::asInt).containsExactlyElementsOf(marks);
        }
        if (points != null) {
            assertThat(picture.get("points")).extracting(JsonNode::asInt).containsExactlyElementsOf(points);
        }
        if (links != null) {
            assertThat(picture.get("links").asInt()).isEqualTo(links);
        }
        if (corners != null) {
            assertThat(picture.get("corners").asInt()).isGreaterThanOrEqualTo(corners);
        }
        if (this.extent != null) {
            JsonNode extent = picture.get("extents").get(picture.get("extents").size() - 1);
            assertThat(new double[] {extent.get(0).asDouble(), extent.get(1).asDouble()}).containsExactly(this.extent);
        }
        assertThat(picture.get("texts")).extracting(text -> text.asText().replace("\u200b", "")).containsAll(texts);
        for (String text : absent) {
            assertThat(picture.get("texts")).extracting(JsonNode::asText).doesNotContain(text);
        }
        String tooltips = picture.get("tooltips").toString();
        assertThat(tooltips).doesNotContain("<img", "<script", "<b>u");
        for (String part : this.tooltips) {
            assertThat(tooltips).contains(part);
        }
        if (!picture.get("svg").asText().isEmpty()) {
            var svg = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(picture.get("svg").asText().getBytes(StandardCharsets.UTF_8)));
            for (String active : List.of("script", "image", "a", "foreignObject", "img")) {
                assertThat(svg.getElementsByTagName(active).getLength()).as(active).isZero();
            }
        }
    }
}
