import { expect, it } from 'vitest';
import { plainPreview } from './plain-preview.js';

it('keeps headings, points and paragraphs apart, and leaves out the title', () => {
  const text = '# Voyage\n\n- Ports: Bergen\n- Persons: 21\n\n## Aim\n\nTo map the\nvent field.\n';
  expect(plainPreview(text, 'Voyage')).toBe('Ports: Bergen · Persons: 21 · Aim · To map the vent field.');
  expect(plainPreview(text)).toBe('Voyage · Ports: Bergen · Persons: 21 · Aim · To map the vent field.');
});

it('reads rows of a table as lists, without the rule below its header', () => {
  const table = 'Log\n\n| Task | Date |\n| --- | --- |\n| EN-11 | 3 May |';
  expect(plainPreview(table)).toBe('Log · Task, Date · EN-11, 3 May');
});

it('leaves text without Markdown as it is', () => {
  expect(plainPreview('The mast is\nmade of spruce - mostly.')).toBe('The mast is made of spruce - mostly.');
});
