import type { ContextReport } from '../context/context-report.js';

/**
 * One short sentence for each kind of input that did not fit: files of the message, and the oldest turns. The report has
 * the details; without a sentence, only those who open it would learn that something is missing.
 */
export function leftOutNotes(
  report: Pick<ContextReport, 'removals'>,
  fileNames: readonly string[],
): string[] {
  const own = new Set(fileNames);
  const files = new Set(
    report.removals
      .filter(({ kind, action, origin }) => kind === 'files' && action !== 'dropped' && own.has(origin))
      .map(({ origin }) => origin),
  ).size;
  const turns = (action: string) =>
    report.removals.filter((removal) => removal.kind === 'user' && removal.action === action).length;
  const [dropped, summarised] = [turns('dropped'), turns('summarised')];
  return [
    ...(files === 0
      ? []
      : files === 1
        ? ['1 attached file did not fit as a whole: the model was given only a part of it.']
        : [`${files} attached files did not fit as a whole: the model was given only a part of each.`]),
    ...(dropped === 0
      ? []
      : dropped === 1
        ? ['The oldest question and its answer did not fit and were left out.']
        : [`The ${dropped} oldest questions and their answers did not fit and were left out.`]),
    ...(summarised === 0
      ? []
      : summarised === 1
        ? ['The oldest question and its answer did not fit: the model was given a summary.']
        : [
            `The ${summarised} oldest questions and their answers did not fit: the model was given a summary.`,
          ]),
  ];
}
