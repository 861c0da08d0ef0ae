import type { RetrievedChunk } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { toldApart } from './told-apart.js';

interface Paper {
  id: string;
  title: string;
  top: string;
}

const old: Paper = {
  id: 'old',
  title: 'Dry dock rules, version 1.0',
  top: '# Dry dock rules, version 1.0\n\nIn force from 1 July 2023.\n\nTwo people may work on a hull.',
};
const now: Paper = {
  id: 'now',
  title: 'Dry dock rules, version 2.0',
  top: '# Dry dock rules, version 2.0\n\nIn force from 1 February 2026. This version replaces version 1.0.\n\nThree people may work on a hull.',
};

async function replacedIn(found: readonly Paper[], all: readonly Paper[]) {
  const asked: string[] = [];
  const chunks = found.map(({ id, title, top }): RetrievedChunk => ({
    itemId: id,
    chunkId: id,
    title,
    text: top,
    score: 1,
    ordinal: 0,
  }));
  const told = await toldApart(chunks, {
    nameOf: (id) => Promise.resolve(`${id}.md`),
    topsOf: (ids) =>
      Promise.resolve(new Map(all.flatMap(({ id, top }) => (ids.includes(id) ? [[id, top] as const] : [])))),
    titled: (title) => {
      asked.push(title);
      return Promise.resolve(
        all.map((paper) => ({ id: paper.id, title: paper.title, name: `${paper.id}.md` })),
      );
    },
  });
  return { by: told.map(({ metadata }) => metadata?.['replaced by']), asked };
}

describe('KB-11 a document that another one replaces', () => {
  it('says so, also if the search found only the old one', async () => {
    expect((await replacedIn([old], [old, now])).by).toEqual(['Dry dock rules, version 2.0']);
    expect((await replacedIn([now, old], [old, now])).by).toEqual([undefined, 'Dry dock rules, version 2.0']);
  });

  it('is told by its file where both have one title', async () => {
    const titled = (paper: Paper) => ({
      ...paper,
      title: 'Dry dock rules',
      top: paper.top.replace('replaces version 1.0', 'replaces the previous version'),
    });
    expect((await replacedIn([titled(old)], [titled(old), titled(now)])).by).toEqual([
      'Dry dock rules (now.md)',
    ]);
  });

  it('is neither the one in force nor one of another name, and others are not looked up', async () => {
    const crane = { ...now, id: 'crane', title: 'Crane rules, version 2.0' };
    expect((await replacedIn([now], [old, now])).by).toEqual([undefined]);
    expect((await replacedIn([old], [old, crane])).by).toEqual([undefined]);
    const note = { id: 'note', title: 'Crane notes', top: '# Crane notes\n\nThe crane is green.' };
    expect((await replacedIn([note], [old, now, note])).asked).toEqual([]);
  });
});
