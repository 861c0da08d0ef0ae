import { answerBalance } from '@ibid/core/internal';
import type { AnswerBalance, AnswerClaim, Citation } from '@ibid/core/internal';

/** ANS-2: a section as written, with sources numbered from 1. */
export interface ReportSection {
  id: string;
  text: string;
  citations: readonly Citation[];
  claims: readonly AnswerClaim[];
}

/** A section in the report; its citations carry the report's numbers. */
export interface AssembledSection extends ReportSection {
  balance: AnswerBalance;
}

/** All sections, with one list of sources. */
export interface AssembledReport {
  sections: AssembledSection[];
  sources: { number: number; itemId: string; title: string; url: string | null }[];
  balance: AnswerBalance;
}

/**
 * ANS-2: assembles sections that were written in parallel. Each source gets one number across all of them, in order of
 * first mention.
 */
export function assembleReport(sections: readonly ReportSection[]): AssembledReport {
  const sources: AssembledReport['sources'] = [];
  const numberOf = ({ itemId, title, url }: Citation): number | null => {
    if (itemId === null) return null;
    const known = sources.find((source) => source.itemId === itemId);
    if (known) return known.number;
    const number = sources.length + 1;
    sources.push({ number, itemId, title: title ?? '', url: url ?? null });
    return number;
  };
  const assembled = sections.map((section) => renumbered(section, numberOf));
  return { sections: assembled, sources, balance: answerBalance(assembled.flatMap(({ claims }) => claims)) };
}

/** Markers may change length, so offsets after them shift. */
function renumbered(
  section: ReportSection,
  numberOf: (citation: Citation) => number | null,
): AssembledSection {
  const places = new Map<string, Citation[]>();
  for (const citation of section.citations) {
    const key = `${citation.range.start}-${citation.range.end}`;
    places.set(key, [...(places.get(key) ?? []), citation]);
  }
  const inOrder = [...places.values()].toSorted(
    ([one], [other]) => (one?.range.start ?? 0) - (other?.range.start ?? 0),
  );
  let text = '';
  let at = 0;
  const moves: { from: number; by: number }[] = [];
  const citations: Citation[] = [];
  for (const place of inOrder) {
    const { start, end } = place[0]?.range ?? { start: 0, end: 0 };
    if (start < at || end > section.text.length) continue;
    text += section.text.slice(at, start);
    const numbers = place.map((citation) => numberOf(citation) ?? citation.number);
    const marker = `[${[...new Set(numbers)].join(', ')}]`;
    const range = { start: text.length, end: text.length + marker.length };
    for (const [index, citation] of place.entries())
      citations.push({
        ...citation,
        citationId: `${section.id}-${citation.citationId}`,
        number: numbers[index] ?? citation.number,
        range,
        ...(citation.together && {
          together: citation.together.map((number) => numberIn(section, number, numberOf)),
        }),
      });
    text += marker;
    at = end;
    moves.push({ from: end, by: text.length - end });
  }
  text += section.text.slice(at);
  const moved = (offset: number) => offset + (moves.findLast(({ from }) => from <= offset)?.by ?? 0);
  const claims = section.claims.map((claim) => {
    const range = { start: moved(claim.range.start), end: moved(claim.range.end) };
    return {
      ...claim,
      citationIds: claim.citationIds.map((id) => `${section.id}-${id}`),
      range,
      // With the markers of the report.
      text: text.slice(range.start, range.end),
    };
  });
  return { id: section.id, text, citations, claims, balance: answerBalance(claims) };
}

function numberIn(
  { citations }: ReportSection,
  number: number,
  numberOf: (citation: Citation) => number | null,
): number {
  const named = citations.find((citation) => citation.number === number);
  return (named && numberOf(named)) ?? number;
}
