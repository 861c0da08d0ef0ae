import type { ContextPartKind } from '@ibid/core/internal';

const series: Record<ContextPartKind, string> = {
  system: 'var(--series-2)',
  agent: 'var(--series-5)',
  project: 'var(--series-5)',
  files: 'var(--series-3)',
  user: 'var(--series-1)',
  images: 'var(--series-3)',
  'tool-call': 'var(--series-6)',
  'tool-result': 'var(--series-4)',
  answer: 'var(--series-6)',
  summary: 'var(--series-6)',
  'removed-list': 'var(--series-6)',
  reminder: 'var(--series-5)',
  prompt: 'var(--series-2)',
};

/** The colour of a kind of part, in the bar and in the list below it. */
export function seriesOf(kind: ContextPartKind): string {
  return series[kind];
}
