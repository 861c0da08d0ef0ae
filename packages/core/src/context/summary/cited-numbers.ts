import { CitationStream } from '../../citations/citation-stream.js';

/** The numbers that a past answer names, read as every answer is read (CIT-1), for carrying them over a summary. */
export function citedNumbers(answer: string): Set<number> {
  const stream = new CitationStream();
  const numbers = new Set<number>();
  for (const event of [...stream.push(answer), ...stream.end()]) {
    if (event.type === 'marker') for (const number of event.numbers) numbers.add(number);
  }
  return numbers;
}
