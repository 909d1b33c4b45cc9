// Renders options in the real ECharts 5 and 6, as SVG on the server: standard input is {name: option}, standard output one JSON
// {name: {"5": seen, "6": seen}}. Counts what is in the picture, not what is in the option.
import * as echarts5 from 'echarts5';
import * as echarts6 from 'echarts';
import { buildTooltipMarkup as markup5, TooltipMarkupStyleCreator as Style5 } from 'echarts5/lib/component/tooltip/tooltipMarkup.js';
import { buildTooltipMarkup as markup6, TooltipMarkupStyleCreator as Style6 } from 'echarts/lib/component/tooltip/tooltipMarkup.js';

const said = [];
for (const level of ['log', 'warn', 'error']) {
  console[level] = (...words) => said.push(words.join(' '));
}

// What every object has. A name like these must not be taken for it: ECharts keeps caches in plain objects.
const members = ['toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__'].map((name) => Object.prototype[name]);

function unescape(text) {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (all, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]);
}

function look(chart, svg, markup, Style) {
  const marks = chart.getModel().getSeries().map(() => new Set());
  let links = 0;
  let arrows = 0;
  for (const [, attributes] of svg.matchAll(/<path ([^>]*ecmeta_ssr_type="chart"[^>]*)>/g)) {
    const attribute = (name) => attributes.match(new RegExp(`(?:^| )${name}="([^"]*)"`))?.[1];
    const series = Number(attribute('ecmeta_series_index'));
    const graph = chart.getModel().getSeriesByIndex(series).subType === 'graph';
    if (graph && attribute('fill') === 'none') {
      links++;
    } else if (graph && !attribute('d').startsWith('M1 0A')) {
      arrows++;
    } else if (attribute('d')) {
      marks[series].add(attribute('ecmeta_data_index'));
    }
  }
  return {
    marks: marks.map((indices) => indices.size),
    links,
    arrows,
    // what is drawn in bulk: the corners of the longest path
    corners: Math.max(0, ...[...svg.matchAll(/<path d="([^"]*)"/g)].map(([, d]) => d.match(/[ML]/g)?.length ?? d.match(/[a-zA-Z]/g)?.length ?? 0)),
    texts: [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) => unescape(text)),
    points: chart.getModel().getSeries().map((series) => series.getData().count()),
    stacked: chart.getModel().getSeries().map((series) => series.getData().getCalculationInfo('stackResultDimension') ?? null),
    extents: chart.getModel().getSeries().map((series) => {
      const data = series.getData();
      return data.mapDimension('y') ? data.getDataExtent(data.getCalculationInfo('stackResultDimension') || data.mapDimension('y')) : null;
    }),
    tooltips: chart.getModel().getSeries().flatMap((series) => series.getData().count() === 0 ? []
        : [markup(series.formatTooltip(0, false), new Style(), 'html', 'seriesAsc', false, {})?.toString() ?? '']),
  };
}

function render(echarts, markup, Style, option) {
  said.length = 0;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 1000, height: 600 });
  try {
    // a picture that stands still; ECharts 5 can't animate a graph into SVG
    chart.setOption({ ...option, animation: false });
    const svg = chart.renderToSVGString();
    const reached = [Object.prototype, Object, ...members].flatMap((object) => Object.keys(object));
    return { ...look(chart, svg, markup, Style), reached, svg: svg.length < 500_000 ? svg : '', said: [...said] };
  } catch (error) {
    return { error: String(error.stack), said: [...said] };
  } finally {
    try {
      chart.dispose();
    } catch {
      // ECharts 5 stumbles over its own zoom when it has no DOM
    }
  }
}

let input = '';
for await (const chunk of process.stdin) {
  input += chunk;
}
const seen = {};
for (const [name, option] of Object.entries(JSON.parse(input))) {
  seen[name] = {
    5: render(echarts5, markup5, Style5, option),
    6: render(echarts6, markup6, Style6, option),
  };
}
process.stdout.write(JSON.stringify(seen), () => process.exit(0));
