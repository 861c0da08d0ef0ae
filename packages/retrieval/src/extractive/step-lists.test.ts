import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedFrom, listedTo, stepLists, tellsWhatToDo } from './step-lists.js';

const LABELS = [
  (at: number) => `${at}. `,
  (at: number) => `${at}) `,
  (at: number) => `Step ${at}: `,
  (at: number) => `**Step ${at}:** `,
  (at: number) => `Schritt ${at} – `,
  (at: number) => `- ${at}. `,
  (at: number) => `## Step ${at}: `,
];
const deed = fc.constantFrom(
  'Close the valve.',
  'Wait 15 minutes. Look at the gauge.',
  'Write 2.5 litres on list 7.',
  'Call Ada',
);
const lists = fc.record({
  label: fc.constantFrom(...LABELS),
  deeds: fc.array(deed, { minLength: 2, maxLength: 25 }),
  between: fc.constantFrom('\n', '\n\n', '\n   - in the yard\n', '\n   as the plate says\n'),
});

describe('MOD-2 numbered steps', () => {
  it('are found with every label, and whatever stands between them', () => {
    fc.assert(
      fc.property(lists, ({ label, deeds, between }) => {
        const items = deeds.map((text, index) => label(index + 1) + text).join(between);
        const [list, ...others] = stepLists(`# Starting the pump\n\nDo this:\n\n${items}\n\nThen go home.\n`);
        expect(others).toEqual([]);
        expect(list).toMatchObject({ heading: 'Starting the pump', intro: 'Do this:' });
        expect(list?.steps.map(({ at }) => at)).toEqual(deeds.map((_, index) => index + 1));
        for (const [index, { parts }] of (list?.steps ?? []).entries())
          expect(parts.join(' ')).toContain(deeds[index]);
      }),
    );
  });

  it('are known to go on, wherever a passage ends', () => {
    fc.assert(
      fc.property(lists, fc.nat(), ({ label, deeds, between }, at) => {
        const cut = 1 + (at % (deeds.length - 1));
        const items = deeds.map((text, index) => label(index + 1) + text);
        const [one, other] = [items.slice(0, cut).join(between), items.slice(cut).join(between)];
        expect(listedTo(`# Starting the pump\n\n${one}`)).toBe(cut);
        expect(listedFrom(other)).toBe(cut + 1);
        expect(listedTo(`${items.join(between)}\n\n# Later\n\nThen go home.`)).toBe(null);
        expect(listedFrom(`Go home.\n${other}`)).toBe(null);
      }),
    );
  });

  it('keep lists apart: under other headings, and where counting starts anew', () => {
    const text =
      '# Opening\n\n1. Unlock.\n2. Air.\n\n# Closing\n\n1. Count.\n2. Lock.\n\nIn the cellar:\n\n1. Mop.\n2. Dry.\n[…]\n7. Sign.';
    expect(
      stepLists(text).map(({ heading, intro, steps }) => [heading, intro, steps.map(({ at }) => at)]),
    ).toEqual([
      ['Opening', '', [1, 2]],
      ['Closing', '', [1, 2]],
      ['Closing', 'In the cellar:', [1, 2]],
      ['Closing', '', [7]],
    ]);
  });

  it('take what stands below a heading that is a step', () => {
    const [list] = stepLists(
      '## Step 1: Drain\n\nOpen the tap.\n\n## Step 2: Rinse\n\nTwice.\n\n## Safety\n\nWear gloves.',
    );
    expect(list?.steps.map(({ parts }) => parts.join(' '))).toEqual([
      'Step 1: Drain Open the tap.',
      'Step 2: Rinse Twice.',
    ]);
  });

  it('are not mixed with those of a list within a step', () => {
    const [list, ...others] = stepLists(
      '1. Drain:\n   1. Open the tap.\n   2. Wait.\n2. Rinse.\n\n   1. Twice.\n3. Dry.',
    );
    expect(others).toEqual([]);
    expect(list?.steps.map(({ parts }) => parts)).toEqual([
      ['1. Drain:', '1. Open the tap.', '2. Wait.'],
      ['2. Rinse.', '1. Twice.'],
      ['3. Dry.'],
    ]);
  });

  it('tell what to do, unlike clauses and topics', () => {
    const [steps, clauses] = stepLists(
      '1. Drain the tank.\n2. Rinse it until the water is clear.\n3. Wait.\n\n# Lease\n\n1. The tenant pays on the first.\n2. Rent is due in advance.\n3. Either side may give notice.',
    );
    expect(tellsWhatToDo(steps!)).toBe(true);
    expect(tellsWhatToDo(clauses!)).toBe(false);
  });
});
