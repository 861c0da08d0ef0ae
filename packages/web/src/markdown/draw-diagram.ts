import { renderMermaidSVG } from 'beautiful-mermaid';

export interface DiagramColours {
  paper: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  panel: string;
}

/** Limits for large diagrams, whose layout takes long. */
const longest = 8_000;
const mostLinks = 200;
/** Lines, and the nodes named on a line: 1,500 nodes took half a minute. */
const mostParts = 300;
/** Links and configuration in a diagram: an image has no links, and the page has its own colours. */
const leftOut = /^\s*(?:click\s.*|%%.*|(?:style|classDef|linkStyle)\s.*(?:url|\\).*)$/gim;
const fetches = /^\s*@import .*$/gm;

/** Mermaid as SVG; null for unknown kinds of diagrams and invalid ones. */
export function drawDiagram(code: string, colours: DiagramColours): string | null {
  if (code.length > longest || linksIn(code) > mostLinks || partsIn(code) > mostParts) return null;
  try {
    const svg = renderMermaidSVG(code.replace(leftOut, '').trim(), {
      bg: colours.paper,
      fg: colours.ink,
      muted: colours.soft,
      line: colours.line,
      accent: colours.accent,
      surface: colours.panel,
      border: colours.line,
      transparent: true,
      padding: 16,
      font: 'sans-serif',
    });
    return svg.replace(fetches, '');
  } catch {
    return null;
  }
}

const partsIn = (code: string) => code.split(/[\n;&]/u).length;

/** `A & B --> C & D` makes four links: a short line can produce thousands. */
function linksIn(code: string): number {
  let links = 0;
  for (const line of code.split('\n')) {
    const ends = line.split(/<?[-=.~]{2,}[->ox]*/u).map((part) => part.split('&').length);
    for (const [place, count] of ends.entries()) links += count * (ends[place + 1] ?? 0);
  }
  return links;
}
