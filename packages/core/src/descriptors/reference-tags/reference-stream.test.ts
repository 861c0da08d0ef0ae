import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReferences } from './read-references.js';
import { referenceHistoryView } from './reference-history-view.js';
import { MAX_UNDECIDED_CHARACTERS, ReferenceStream, type ReferenceStreamEvent } from './reference-stream.js';

interface Result {
  text: string;
  references: { name: string; content: string; category: string; after: number }[];
  warnings: string[];
}

function parse(...pieces: string[]): Result {
  const stream = new ReferenceStream();
  const result: Result = { text: '', references: [], warnings: [] };
  const add = (event: ReferenceStreamEvent) => {
    if (event.type === 'text') result.text += event.text;
    else if (event.type === 'warning') result.warnings.push(event.code);
    else {
      const { name, content, category } = event;
      result.references.push({ name, content, category, after: result.text.length });
    }
  };
  for (const piece of pieces) stream.push(piece).forEach(add);
  stream.end().forEach(add);
  return result;
}

const named = (result: Result) => result.references.map(({ name, content }) => [name, content]);

describe('FD-2 references named by the model', () => {
  it('takes the tags out of what the person sees and stores what is between them', () => {
    const result = parse('See <ref id="a">one</ref>, and more.');
    expect(result.text).toBe('See one, and more.');
    expect(named(result)).toEqual([['a', 'one']]);
    expect(result.warnings).toEqual([]);
  });

  it.each([
    [`<ref id='a'>x</ref>`],
    [`<ref lang="x" id="a" note='>'>x</ref>`],
    [`<ref\n  id = "a"\n>x</ref >`],
    [`<REF ID="a">x</REF>`],
  ])('reads attributes in any order and either quote: %s', (text) => {
    expect(named(parse(text))).toEqual([['a', 'x']]);
    expect(parse(text).text).toBe('x');
  });

  it('reads adjacent and nested tags, and stores the outer one without the inner tags', () => {
    expect(named(parse('<ref id="a">1</ref><ref id="b">2</ref>'))).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    const nested = parse('<ref id="out">a <ref id="in">b</ref> c</ref>');
    expect(nested.text).toBe('a b c');
    expect(named(nested)).toEqual([
      ['in', 'b'],
      ['out', 'a b c'],
    ]);
  });

  it('keeps an unclosed tag as text, and says so', () => {
    expect(parse('a <ref id="x">b')).toMatchObject({
      text: 'a <ref id="x">b',
      references: [],
      warnings: ['reference_unclosed'],
    });
    const mixed = parse('<ref id="x">b <ref id="y">c</ref> d');
    expect(mixed.text).toBe('<ref id="x">b c d');
    expect(named(mixed)).toEqual([['y', 'c']]);
  });

  it('lets long content stream before its tag is closed', () => {
    const stream = new ReferenceStream();
    stream.push('<ref id="x">');
    const long = 'word '.repeat(MAX_UNDECIDED_CHARACTERS / 4);
    expect(stream.push(long)).toEqual([{ type: 'text', text: long }]);
    expect(stream.push('more')).toEqual([{ type: 'text', text: 'more' }]);
    expect(stream.end()).toMatchObject([{ type: 'warning', code: 'reference_unclosed' }]);
  });

  it('leaves stray, nameless and escaped tags in the text', () => {
    for (const text of [
      'a </ref> b',
      '<ref>x',
      '<ref id="">x',
      '<ref id="a b">x',
      '<ref id="a"/>',
      '<refs id="a">x',
    ])
      expect(parse(text)).toMatchObject({ text, references: [] });
    expect(parse('\\<ref id="a">x</ref>')).toMatchObject({ text: '\\<ref id="a">x</ref>', references: [] });
    expect(parse('<ref id="a">x</ref> \\\\<ref id="b">y</ref>').references).toHaveLength(2);
  });

  it.each([
    ['inline', 'Write `<ref id="a">x</ref>` to name it.'],
    ['fenced', '```xml\n<ref id="a">x</ref>\n```\n'],
    ['tildes', '~~~\n<ref id="a">\n~~~\nx'],
    ['indented', 'text\n\n    <ref id="a">x</ref>\n'],
  ])('does not take tags inside %s code', (_kind, text) => {
    expect(parse(text)).toEqual({ text, references: [], warnings: [] });
  });

  it('takes tags that wrap code, and stores the code', () => {
    for (const text of [
      '<ref id="p">\n```py\nprint("</ref>")\n```\n</ref>\nend',
      '<ref id="p">```py\nprint("</ref>")\n```</ref>\nend',
      '<ref id="p">```py\nprint("</ref>")\n```\n</ref>\nend',
    ]) {
      const result = parse(text);
      expect(named(result)).toEqual([['p', 'print("</ref>")\n']]);
      expect(result.references[0]?.category).toBe('code');
      expect(result.text.endsWith('end')).toBe(true);
      expect(result.text).toContain('```py\nprint("</ref>")\n```');
    }
    expect(named(parse('<ref id="p">`x`</ref>'))).toEqual([['p', '`x`']]);
    expect(named(parse('````\n```</ref>\n````\n<ref id="p">y</ref>'))).toEqual([['p', 'y']]);
  });

  it('takes tags behind a backtick that opens no code', () => {
    expect(named(parse('a ` b <ref id="p">y</ref>\n\nnext'))).toEqual([['p', 'y']]);
  });

  it('stores a block without the line ends of its tags, and text beside a fence as it is', () => {
    expect(named(parse('<ref id="t">\none\ntwo\n</ref>'))).toEqual([['t', 'one\ntwo\n']]);
    expect(named(parse('<ref id="t">\nNote:\n```\nx\n```\n</ref>'))).toEqual([['t', 'Note:\n```\nx\n```\n']]);
    expect(named(parse('<ref id="t">```\na\n```\n\n```\nb\n```</ref>'))[0]?.[1]).toContain('```\nb');
  });
});

const fragment = fc.constantFrom(
  '<ref id="a">',
  "<ref id='b'>",
  '<ref x="1" id="c">',
  '</ref>',
  '</ref',
  '<ref',
  '<ref id="',
  '<',
  '>',
  '`',
  '``',
  '```',
  '```py',
  '\n',
  '\r\n',
  '\n\n',
  '    ',
  '- ',
  '> ',
  '~~~',
  '\\',
  'text',
  ' ',
  '[1]',
  '\u{1f600}',
  'x'.repeat(600),
  '"',
);
const answer = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''));

/** Whether `shown` is `text` with only whole tags removed. Follows every reading of the text at once. */
function isTextWithoutSomeTags(text: string, shown: string): boolean {
  const tag = /<ref(?:\s[^<>]*)?>|<\/ref\s*>/y;
  const reached = new Map<number, Set<number>>([[0, new Set([0])]]);
  const reach = (read: number, written: number) =>
    reached.set(read, (reached.get(read) ?? new Set()).add(written));
  for (let read = 0; read < text.length; read += 1) {
    tag.lastIndex = read;
    const taken = tag.exec(text)?.[0].length;
    for (const written of reached.get(read) ?? []) {
      if (text[read] === shown[written]) reach(read + 1, written + 1);
      if (taken) reach(read + taken, written);
    }
    reached.delete(read);
  }
  return reached.get(text.length)?.has(shown.length) ?? false;
}

describe('FD-2 the same result for every split', () => {
  it('does not depend on how the stream was cut', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const whole = parse(text);
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((place, index) => text.slice(place, places[index] ?? text.length));
        expect(parse(...pieces)).toEqual(whole);
        expect(parse(...text.split(''))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('loses nothing but tags: the views of one text agree', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const result = parse(text);
        expect(readReferences(text).map(({ name, content }) => [name, content])).toEqual(named(result));
        expect(isTextWithoutSomeTags(text, result.text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('FD-2 an opening tag that is too long', () => {
  const tagOf = (length: number) => {
    const frame = '<ref id="a" note="">';
    return frame.replace('note=""', `note="${'x'.repeat(length - frame.length)}"`);
  };

  it('is a tag up to 512 characters, and text with a warning beyond; the same for every split', () => {
    for (const length of [511, 512, 513, 514, 2_000]) {
      const tag = tagOf(length);
      expect(tag).toHaveLength(length);
      const text = `Before ${tag}inside</ref> after.`;
      const whole = parse(text);
      if (length <= 512) {
        expect(whole.text).toBe('Before inside after.');
        expect(whole.references.map(({ name }) => name)).toEqual(['a']);
        expect(whole.warnings).toEqual([]);
      } else {
        expect(whole.text).toBe(text);
        expect(whole.references).toEqual([]);
        // The opening tag and the unmatched closing one.
        expect(whole.warnings).toHaveLength(2);
      }
      for (let cut = 1; cut < Math.min(text.length, 560); cut++)
        expect(parse(text.slice(0, cut), text.slice(cut))).toEqual(whole);
      expect(parse(...text.split(''))).toEqual(whole);
      expect(parse(...(text.match(/[^]{1,7}/g) ?? []))).toEqual(whole);
    }
  });

  it('takes a tag that begins inside of it', () => {
    const long = `<ref note="${'x'.repeat(600)}`;
    const { text, references } = parse(`${long} <ref id="b">kept</ref>`);
    expect(text).toBe(`${long} kept`);
    expect(references.map(({ name }) => name)).toEqual(['b']);
  });
});

describe('FD-2 what the model sees again in history', () => {
  it('keeps short references with their tags and puts the handle in place of long ones', () => {
    const text = `A <ref id="s">short</ref> B <ref id="l">${'x\n'.repeat(50)}</ref> C`;
    expect(referenceHistoryView(text, { historyReferenceCharacters: 20 })).toBe(
      'A <ref id="s">short</ref> B [ref:l: 50 lines, 100 characters, kept under this handle] C',
    );
    expect(referenceHistoryView(text)).toBe(text);
  });

  it('makes no new reference when the model repeats what it sees', () => {
    const text = `<ref id="l">${'x\n'.repeat(50)}</ref>`;
    expect(parse(referenceHistoryView(text, { historyReferenceCharacters: 20 })).references).toEqual([]);
  });
});
