// Makes any ECharts option safe to draw. The chart app loads this file as a script, the page as a module.
(function () {
  'use strict';

  function list(value) {
    return Array.isArray(value) ? value : value ? [value] : [];
  }

  function withoutPictures(key, value) {
    return /symbol|icon/i.test(key) && typeof value === 'string' && value.startsWith('image:') ? 'none' : value;
  }

  // Returns a copy that makes no HTML from data (tooltips, the toolbox's data view), loads nothing and has no links.
  globalThis.preparedOption = function (option, calm) {
    const copy = JSON.parse(JSON.stringify(option), withoutPictures);
    const layers = [copy, copy.baseOption, ...list(copy.options), ...list(copy.media).map(medium => medium.option)];
    layers.filter(Boolean).forEach(layer => {
      delete layer.toolbox;
      list(layer.tooltip).forEach(tooltip => {
        tooltip.renderMode = 'richText';
      });
      list(layer.title).forEach(title => {
        delete title.link;
        delete title.sublink;
      });
      if (calm) {
        layer.animation = false;
      }
    });
    const base = copy.baseOption || copy;
    base.aria = Object.assign({}, base.aria, { enabled: true });
    base.backgroundColor = base.backgroundColor || 'transparent';
    base.textStyle = Object.assign({ fontFamily: getComputedStyle(document.body).fontFamily }, base.textStyle);
    return copy;
  };

  // ECharts would also open links of single nodes.
  window.open = () => ({ location: {} });
})();
