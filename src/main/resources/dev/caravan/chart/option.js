// Makes an ECharts option safe to draw, whatever it holds. Read as a script by the chart app and as a module by the page.
(function () {
  'use strict';

  function list(value) {
    return Array.isArray(value) ? value : value ? [value] : [];
  }

  function withoutPictures(key, value) {
    return /symbol|icon/i.test(key) && typeof value === 'string' && value.startsWith('image:') ? 'none' : value;
  }

  // A copy that makes no HTML of data (tooltips, the data view of the toolbox), loads nothing and leads nowhere.
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

  // ECharts opens the links of single nodes, too.
  window.open = () => ({ location: {} });
})();
