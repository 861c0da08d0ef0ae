import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';

/**
 * How far into a piece of text a position is, as a share of its width. Measured in a font of the same family, because
 * letters vary in width and the page's own fonts are not accessible.
 */
export function measuredShare(styles: TextContent['styles']): (item: TextItem, position: number) => number {
  const context = document.createElement('canvas').getContext('2d');
  return (item, position) => {
    if (context === null || item.str === '') return position / Math.max(1, item.str.length);
    context.font = `32px ${styles[item.fontName]?.fontFamily ?? 'serif'}`;
    const whole = context.measureText(item.str).width;
    return whole === 0 ? 0 : context.measureText(item.str.slice(0, position)).width / whole;
  };
}
