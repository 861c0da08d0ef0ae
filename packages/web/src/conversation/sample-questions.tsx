import { useQuery } from '@tanstack/react-query';
import { fetchHeadings } from '../api/items.js';
import { fetchItems } from '../api/library.js';
import type { KnowledgeBaseRow } from '../api/library.js';
import { prefillComposer } from '../composer/prefill.js';
import { texts } from '../texts/texts.js';
import { questionsAbout } from './questions-about.js';

const shownQuestions = 4;
const askedBases = 3;

/** Questions about existing documents; choosing one fills the message field, where it can be edited. */
export function SampleQuestions({ bases }: { bases: KnowledgeBaseRow[] }) {
  const asked = bases.filter((base) => base.items > 0).slice(0, askedBases);
  const questions = useQuery({
    queryKey: ['sample-questions', asked.map((base) => base.id)],
    queryFn: async ({ signal }) => questionsAbout(await sampleItems(asked, signal), shownQuestions),
    enabled: asked.length > 0,
    staleTime: 5 * 60_000,
  });
  return (
    <div className="min-h-40">
      {questions.data?.length ? (
        <>
          <h2 className="mb-2 text-center text-xs font-medium text-soft">{texts.start.samples}</h2>
          <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
            {questions.data.map((question) => (
              <li key={question}>
                <button
                  type="button"
                  onClick={() => prefillComposer(question)}
                  className="h-full w-full rounded-xl border bg-transparent px-4 py-3 text-start font-serif text-[0.95rem] leading-snug wrap-anywhere hover:border-line-strong hover:bg-raised"
                >
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

async function sampleItems(bases: KnowledgeBaseRow[], signal: AbortSignal) {
  // More than are shown: documents named only by their file come last.
  const limit = 2 * Math.ceil(shownQuestions / Math.max(1, bases.length));
  const pages = await Promise.all(bases.map((base) => fetchItems(base.id, { limit }, signal)));
  return Promise.all(
    pages
      .flatMap((page) => page.rows)
      .slice(0, 2 * shownQuestions)
      .map(async ({ id, title }) => ({ title, headings: await fetchHeadings(id, signal) })),
  );
}
