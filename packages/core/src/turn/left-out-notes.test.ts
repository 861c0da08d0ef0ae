import { expect, it } from 'vitest';
import type { ContextRemoval } from '../context/context-report.js';
import { leftOutNotes } from './left-out-notes.js';

const removal = (
  kind: ContextRemoval['kind'],
  action: ContextRemoval['action'],
  origin: string,
): ContextRemoval => ({
  kind,
  action,
  origin,
  reason: '',
  tokensBefore: 9,
  tokensAfter: 1,
  descriptor: null,
});

it('tells of files of the message and of older turns that did not fit, and of nothing else', () => {
  const own = ['a.md', 'b.md', 'c.md'];
  const told = (...removals: ContextRemoval[]) => leftOutNotes({ removals }, own);
  expect(told()).toEqual([]);
  // Results of tools can be read on, and a file goes with its turn.
  expect(told(removal('tool-result', 'paged-out', 't1'), removal('files', 'dropped', 'a.md'))).toEqual([]);
  expect(told(removal('files', 'paged-out', 'old.md'))).toEqual([]);
  expect(told(removal('files', 'paged-out', 'a.md'), removal('files', 'paged-out', 'a.md'))).toEqual([
    '1 attached file did not fit as a whole: the model was given only a part of it.',
  ]);
  expect(
    told(
      removal('user', 'summarised', 'u1'),
      removal('user', 'dropped', 'u2'),
      removal('user', 'dropped', 'u3'),
      removal('files', 'too-large', 'a.md'),
      removal('files', 'paged-out', 'b.md'),
    ),
  ).toEqual([
    '2 attached files did not fit as a whole: the model was given only a part of each.',
    'The 2 oldest questions and their answers did not fit and were left out.',
    'The oldest question and its answer did not fit: the model was given a summary.',
  ]);
});
