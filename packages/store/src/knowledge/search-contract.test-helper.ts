import type { Embedder, Reranker, SearchMode } from '@ibid/retrieval/internal';
import { correctionsOf, unitVector } from '@ibid/retrieval/internal';
import { describe, expect, it } from 'vitest';
import { contractBase } from './contract-base.test-helper.js';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { accessOf, wordEmbedder } from './contract-kit.test-helper.js';
import { openKnowledge } from './open-knowledge.js';

/** How every database must search. */
export function searchContract(open: OpenForContract, settings: ContractSettings): void {
  const at = contractBase(open, settings);
  const { ann } = at;

  describe('KB-3 search', () => {
    it('finds by keyword, by meaning and by both, ordered by score, never more than asked', async () => {
      await at.put({
        title: 'Leave',
        paragraphs: ['Employees get twenty days of holiday.', 'Sick days are paid.'],
      });
      await at.put({ title: 'Travel', paragraphs: ['Book trains early.', 'Flights need approval.'] });
      for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
        const hits = await at.knowledge.reader.search({
          viewer: ann,
          query: 'how many holidays do employees get',
          mode,
          topK: 1,
        });
        expect(hits.map((hit) => hit.text)).toEqual(['Employees get twenty days of holiday.']);
        expect(Object.keys(hits[0]!.ranks)).toEqual(mode === 'hybrid' ? ['keyword', 'semantic'] : [mode]);
      }
      const hits = await at.knowledge.reader.search({ viewer: ann, query: 'days', mode: 'hybrid', topK: 10 });
      const scores = hits.map((hit) => hit.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(await at.titles('days', 'hybrid', 0)).toEqual([]);
      expect(await at.titles('  ')).toEqual([]);
    });

    it('keeps what only one side found', async () => {
      await at.put({ title: 'No vector', paragraphs: ['The zebra crossing is closed.'], embedder: null });
      await at.put({ title: 'Other', paragraphs: ['The road is open.'] });
      expect(await at.titles('zebra')).toContain('No vector');
      expect(await at.titles('zebra', 'semantic')).not.toContain('No vector');
    });

    it('KB-2 finds a chunk by its document title and its headings', async () => {
      await at.put({
        title: 'Quarterly budget',
        headingPath: ['Marketing'],
        paragraphs: ['Forty thousand.'],
      });
      expect(await at.titles('quarterly budget', 'keyword')).toEqual(['Quarterly budget']);
      expect(await at.titles('marketing', 'keyword')).toEqual(['Quarterly budget']);
    });

    it('takes a word that one of few documents has in every chunk for its name', async () => {
      for (const title of ['Viber', 'Fiverr', 'Keep'])
        await at.put({
          title,
          paragraphs: [
            'Data is kept for a year.',
            'Data goes to nobody else.',
            'Write to us about your data.',
            title === 'Viber'
              ? 'Data is stored in Europe.'
              : 'Photos, more photos and all other photos are data.',
          ],
        });
      // In more chunks than the other word of the query, and so not the rarer one by chunks alone.
      const asked = await at.titles('Viber photos', 'keyword');
      expect(asked.slice(0, 4)).toEqual(['Viber', 'Viber', 'Viber', 'Viber']);
      expect(asked.slice(4).toSorted()).toEqual(['Fiverr', 'Keep']);
      // With a single visible document, its name cannot be told from other words.
      expect(await at.titles('Fiverr photos', 'keyword', 1)).toEqual(['Fiverr']);
    });

    it('finds identifiers whole and by their parts', async () => {
      await at.put({ title: 'Code', paragraphs: ['fn run_target(executor: DiffExecutor) {}'] });
      for (const query of ['run_target', 'runTarget', 'diff executor', 'DIFFEXECUTOR'])
        expect(await at.titles(query, 'keyword')).toEqual(['Code']);
    });

    it('takes a mistyped word for the one next to it, but never a word that is there, a code or a count', async () => {
      await at.put({ title: 'Minutes', paragraphs: ['The committee received the invoice A1234.'] });
      await at.put({
        title: 'Kerning',
        paragraphs: ['Kerning of the letters.', 'A lighthouse keeper, ornithologist.'],
      });
      for (const query of ['comittee', 'ocmmittee', 'cmomittee', 'recieved', 'invioces'])
        expect(await at.titles(query, 'keyword')).toEqual(['Minutes']);
      // Two mistakes, whether or not they change the number of letters.
      for (const query of ['lighhtuose', 'ornitholgst', 'ornithoologgist'])
        expect(await at.titles(query, 'keyword')).toEqual(['Kerning']);
      // Of two words, the correct one counts more.
      expect((await at.titles('recieved lighthouse', 'keyword'))[0]).toBe('Kerning');
      expect(await at.titles('kernel A1235', 'keyword')).toEqual([]);
      const countOf = (contentQuery: string) =>
        at.knowledge.reader.count({ viewer: ann, unit: 'items', contentQuery });
      expect([await countOf('committee'), await countOf('comittee')]).toEqual([1, 0]);
      await at.put({ title: 'Comittee', paragraphs: ['So it is written here.'] });
      expect(await at.titles('comittee', 'keyword')).toEqual(['Comittee']);
    });

    it('tells which words it searched for instead, as the hits write them, and searches as typed when asked', async () => {
      await at.put({ title: 'Minutes', paragraphs: ['The Committee received two invoices.'] });
      await at.put({ title: 'Steering', paragraphs: ['The rudder is worn.', 'Nothing else is said.'] });
      const search = (query: string, exact = false) =>
        at.knowledge.reader.search({ viewer: ann, query, mode: 'keyword', topK: 10, exact });
      const told = async (query: string) => correctionsOf(await search(query));
      expect(await told('Ruder')).toEqual([{ typed: 'Ruder', found: ['rudder'] }]);
      expect(await told('Who recieved the invioces?')).toEqual([
        { typed: 'recieved', found: ['received'] },
        { typed: 'invioces', found: ['invoices'] },
      ]);
      expect(await told('rudder committee')).toEqual([]);
      // Only hits that contain the word list the correction.
      const both = await search('comittee rudder');
      expect(both.map(({ title, corrected }) => [title, corrected?.length ?? 0])).toEqual(
        expect.arrayContaining([
          ['Minutes', 1],
          ['Steering', 0],
        ]),
      );
      expect(await search('ruder', true)).toEqual([]);
      expect(await search('"ruder"')).toEqual([]);
      expect((await search('the “ruder” of the comittee')).map(({ title }) => title)).toEqual(['Minutes']);
    });

    it('finds by a mistyped word what the right one finds, each for a little less', async () => {
      for (let one = 0; one < 7; one += 1)
        await at.put({
          title: `Report ${one}`,
          paragraphs: [`The committee met. ${'So it went on. '.repeat(one)}`],
        });
      const found = async (query: string) => {
        const hits = await at.knowledge.reader.search({ viewer: ann, query, mode: 'keyword', topK: 10 });
        return hits.map(({ title, score }) => ({ title, score }));
      };
      const right = await found('committee');
      const mistyped = await found('comittee');
      expect(right).toHaveLength(7);
      expect(mistyped.map(({ title }) => title)).toEqual(right.map(({ title }) => title));
      for (const [place, { score }] of mistyped.entries())
        expect(score / right[place]!.score).toBeCloseTo(0.9, 3);
    });

    it('KB-4 stems each text in its own language and searches a query in its own', async () => {
      await at.put({ title: 'Haus', language: 'de', paragraphs: ['Die Häuser wurden renoviert.'] });
      await at.put({ title: 'House', language: 'en', paragraphs: ['The houses were renovated.'] });
      expect(await at.titles('Wann wird das Haus renoviert?', 'keyword')).toEqual(['Haus']);
      expect(await at.titles('renovating a house', 'keyword')).toEqual(['House']);
    });

    it('filters inside the query by item, name, external id, metadata and knowledge base', async () => {
      const other = (await at.knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      const { itemId } = await at.put({
        title: 'One',
        paragraphs: ['apple pie'],
        externalId: 'x1',
        metadata: { year: 2024, tags: ['a'] },
      });
      await at.put({
        title: 'Two',
        paragraphs: ['apple cake'],
        externalId: 'x2',
        metadata: { year: '2024' },
      });
      await at.put({ title: 'Three', paragraphs: ['apple juice'], in: other });
      const search = async (filter: object, knowledgeBaseIds?: string[]) =>
        (
          await at.knowledge.reader.search({
            viewer: ann,
            query: 'apple',
            mode: 'hybrid',
            topK: 10,
            filter,
            ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
          })
        )
          .map((hit) => hit.title)
          .sort();
      expect(await search({ itemIds: [itemId] })).toEqual(['One']);
      expect(await search({ itemIds: [] })).toEqual([]);
      expect(await search({ itemName: 'TWO.t' })).toEqual(['Two']);
      expect(await search({ externalIds: ['x2', 'x9'] })).toEqual(['Two']);
      expect(await search({ metadata: { year: 2024 } })).toEqual(['One']);
      expect(await search({ metadata: { tags: ['a'], year: 2024 } })).toEqual(['One']);
      expect(await search({ metadata: { year: 2024 }, externalIds: ['x2'] })).toEqual([]);
      expect(await search({}, [other])).toEqual(['Three']);
      expect(await search({}, [])).toEqual([]);
    });

    it('gives neighbours of a hit, marked, in addition and once', async () => {
      await at.put({ title: 'Story', paragraphs: ['one', 'two', 'three dragon', 'four', 'five'] });
      const hits = await at.knowledge.reader.search({
        viewer: ann,
        query: 'dragon',
        mode: 'keyword',
        topK: 1,
        neighbours: 1,
      });
      expect(hits.map((hit) => [hit.text, hit.neighbourOf === hits[0]!.id])).toEqual([
        ['three dragon', false],
        ['two', true],
        ['four', true],
      ]);
    });

    it('finds by meaning what was taken in without vectors, once it is embedded', async () => {
      await at.put({ title: 'Early', paragraphs: ['The heron stands in the water.'] });
      await at.put({ title: 'Plain', paragraphs: ['The kestrel hovers above.'], embedder: null });
      expect(await at.titles('kestrel hovers', 'semantic')).toEqual(['Early']);
      expect(await at.knowledge.status()).toMatchObject({ chunks: 2, embedded: 1, embedderId: 'test-words' });
      expect(await at.knowledge.embedMissing()).toEqual({ embedded: 1 });
      expect(await at.titles('kestrel hovers', 'semantic')).toEqual(['Plain', 'Early']);
      const reopened = await openKnowledge({ database: at.database, embedder: wordEmbedder, ...settings });
      const hits = await reopened.reader.search({ viewer: ann, query: 'heron', mode: 'semantic', topK: 1 });
      expect(hits.map((hit) => hit.title)).toEqual(['Early']);
      expect(await at.knowledge.embedMissing()).toEqual({ embedded: 0 });
      await reopened.close();
    });

    it('finds everything while vectors of another embedder replace those there are', async () => {
      for (let number = 0; number < 150; number += 1)
        await at.put({ title: `Log ${number}`, paragraphs: [`Entry ${number} about the harbour.`] });
      const next = await openKnowledge({
        database: at.database,
        embedder: { ...wordEmbedder, id: 'test-words-2' },
        ...settings,
      });
      const found = async (number: number, mode: SearchMode): Promise<boolean> => {
        const query = `Log ${number} Entry ${number} about the harbour`;
        const hits = await next.reader.search({ viewer: ann, query, mode, topK: 150 });
        return hits.some((hit) => hit.title === `Log ${number}`);
      };
      expect(await next.status()).toMatchObject({ chunks: 150, embedded: 0, embedderId: 'test-words-2' });
      // No vectors yet: semantic search falls back to keywords.
      expect(await found(3, 'semantic')).toBe(true);
      const abort = new AbortController();
      await next.embedMissing({ signal: abort.signal, onProgress: () => abort.abort() });
      const { embedded } = await next.status();
      expect(embedded).toBeGreaterThan(0);
      expect(embedded).toBeLessThan(150);
      // Half of them have no usable vector: keywords find those, and vectors the others.
      expect(await found(3, 'hybrid')).toBe(true);
      expect(await found(148, 'hybrid')).toBe(true);
      expect(await found(3, 'semantic')).toBe(true);
      await next.embedMissing();
      expect(await next.status()).toMatchObject({ chunks: 150, embedded: 150 });
      expect(await found(148, 'semantic')).toBe(true);
      expect(
        (await next.reader.search({ viewer: ann, query: 'Log 148', mode: 'semantic', topK: 150 })).length,
      ).toBe(150);
      await next.close();
    });

    it('MOD-5 takes another embedder while it is open, of another width too', async () => {
      for (let number = 0; number < 40; number += 1)
        await at.put({ title: `Note ${number}`, paragraphs: [`Remark ${number} about the harbour.`] });
      const narrow: Embedder = {
        ...wordEmbedder,
        id: 'test-narrow',
        dimensions: 32,
        embed: async (texts, kind) =>
          (await wordEmbedder.embed(texts, kind)).map((vector) => unitVector(vector.subarray(0, 32))),
      };
      let current: Embedder = wordEmbedder;
      const open = await openKnowledge({
        database: at.database,
        embedder: () => Promise.resolve(current),
        ...settings,
      });
      const search = async () => {
        const hits = await open.reader.search({
          viewer: ann,
          query: 'Note 7 Remark 7 about the harbour',
          mode: 'hybrid',
          topK: 40,
        });
        return {
          first: hits[0]?.title,
          byMeaning: hits.filter(({ ranks }) => ranks.semantic !== undefined).length,
        };
      };
      expect(await search()).toEqual({ first: 'Note 7', byMeaning: 40 });
      current = narrow;
      expect(await search()).toEqual({ first: 'Note 7', byMeaning: 0 });
      await open.embedMissing();
      expect(await open.status()).toMatchObject({ embedded: 40, embedderId: 'test-narrow' });
      expect(await search()).toMatchObject({ byMeaning: 40 });
      await open.close();
    });

    it('goes on by keyword when the embedder fails', async () => {
      const failing = { ...wordEmbedder, embed: () => Promise.reject(new Error('out of order')) };
      const lame = await openKnowledge({ database: at.database, embedder: failing, ...settings });
      const none = await openKnowledge({
        database: at.database,
        embedder: Promise.reject(new Error('no weights')),
        ...settings,
      });
      await at.put({ title: 'Found', paragraphs: ['a platypus'] });
      for (const { reader } of [lame, none]) {
        for (const mode of ['hybrid', 'semantic'] as const) {
          const hits = await reader.search({ viewer: ann, query: 'platypus', mode, topK: 3 });
          expect(hits.map((hit) => hit.title)).toEqual(['Found']);
        }
      }
      expect(await none.status()).toMatchObject({ embedderId: null, embedderProblem: 'no weights' });
    });

    it('reranks on request, and keeps its own order when the reranker fails', async () => {
      for (const title of ['one', 'two', 'three']) await at.put({ title, paragraphs: [`apple ${title}`] });
      const rerankers = {
        byLength: {
          id: 'l',
          rerank: async (_: string, documents: readonly string[]) => documents.map((d) => d.length),
        },
        failing: { id: 'f', rerank: () => Promise.reject(new Error('down')) },
      };
      const search = async (reranker: Reranker, rerank: boolean) => {
        const other = await openKnowledge({
          database: at.database,
          embedder: wordEmbedder,
          reranker,
          ...settings,
        });
        return other.reader.search({ viewer: ann, query: 'apple', mode: 'hybrid', topK: 1, rerank });
      };
      const plain = await search(rerankers.byLength, false);
      const [best] = await search(rerankers.byLength, true);
      expect(best).toMatchObject({
        title: 'three',
        ranks: { rerank: { score: 'three\napple three'.length } },
      });
      expect(await search(rerankers.failing, true)).toEqual(plain);
    });

    it('takes any query as words, never as a command', async () => {
      await at.put({ title: 'T', paragraphs: ['plain words'] });
      for (const query of ['"', 'OR', 'a AND (', 'NEAR(', "'; drop table items; --", '*', 'body:words', '\0'])
        await at.knowledge.reader.search({ viewer: ann, query, mode: 'hybrid', topK: 3 });
      expect(await at.titles('words')).toEqual(['T']);
    });
  });
}
