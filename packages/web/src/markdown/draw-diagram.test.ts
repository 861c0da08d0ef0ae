import { describe, expect, it } from 'vitest';
import { drawDiagram } from './draw-diagram.js';

const colours = {
  paper: '#ffffff',
  ink: '#111111',
  soft: '#555555',
  line: '#999999',
  accent: '#aa0000',
  panel: '#eeeeee',
};

describe('WEB-1 diagrams', () => {
  it.each([
    ['flowchart LR\n  A[Start] -->|yes| B{Choice}', 'Choice'],
    ['sequenceDiagram\n  Alice->>Bob: Hello', 'Hello'],
    ['stateDiagram-v2\n  [*] --> Still', 'Still'],
    ['classDiagram\n  Animal <|-- Duck', 'Duck'],
    ['erDiagram\n  CUSTOMER ||--o{ ORDER : places', 'places'],
  ])('draws %s', (code, word) => {
    expect(drawDiagram(code, colours)).toMatch(new RegExp(`^<svg[^]*${word}[^]*</svg>\\s*$`));
  });

  it('fetches nothing, runs nothing and leads nowhere', () => {
    const svg = drawDiagram(
      'flowchart LR\n  style A fill:url(https://elsewhere.test/a)\n  A["<img src=x onerror=alert(1)><script>alert(2)</script>"] --> B\n  click A "javascript:alert(3)"',
      colours,
    );
    expect(svg).not.toBeNull();
    expect(svg).not.toMatch(/@import|<script|<img|<foreignObject|href|javascript:|elsewhere/i);
  });

  it('leaves what it does not know to be shown as code', () => {
    expect(drawDiagram('mindmap\n  root\n    a', colours)).toBeNull();
    expect(drawDiagram('These are no diagrams.', colours)).toBeNull();
    expect(drawDiagram(`flowchart LR\n${'  A --> B\n'.repeat(2_000)}`, colours)).toBeNull();
    const many = Array.from({ length: 1_500 }, (_, place) => `n${place}`);
    expect(drawDiagram(`flowchart LR\n${many.join('\n')}`, colours)).toBeNull();
    expect(drawDiagram(`flowchart LR\n${many.slice(0, 900).join(' & ')}`, colours)).toBeNull();
    // 1,600 links in one line.
    const all = (name: string) => Array.from({ length: 40 }, (_, place) => `${name}${place}`).join(' & ');
    expect(drawDiagram(`flowchart LR\n  ${all('a')} --> ${all('b')}`, colours)).toBeNull();
  });
});
