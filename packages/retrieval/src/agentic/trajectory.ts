import type { TokenUsage } from '@ibid/core/internal';
import type { JsonValue } from '@ibid/core';
import type { Classification } from './classify/question-class.js';
import type { CountFigure } from './evidence.js';

/** One call of the searching agent, and how many chunks it added. */
export interface TrajectoryCall {
  tool: string;
  input: JsonValue;
  result: string;
  added: number;
  milliseconds: number;
  isError: boolean;
}

/** One step of the searching agent: its reasoning, its calls and the hops that followed. */
export interface TrajectoryStep {
  step: number;
  reasoning: string;
  calls: TrajectoryCall[];
  /** Items reached through links and names after the calls. */
  hops: { itemId: string; title: string; via: string }[];
  /** Ids of items that the agent saw for the first time in this step, whether or not they are shown in the end. */
  seen: string[];
  /** Why the agent had to continue, if it asked to finish. */
  continued: string | null;
  usage: TokenUsage;
  milliseconds: number;
}

/** AGR-8: everything a run did, as data. */
export interface Trajectory {
  query: string;
  classification: Omit<Classification, 'usage'>;
  steps: TrajectoryStep[];
  outcome: {
    reason: 'finished' | 'budget' | 'stopped' | 'failed';
    detail: string;
    sources: { itemId: string; chunkId: string; title: string; score: number; hop: number }[];
    counts: Omit<CountFigure, 'listed'>[];
  };
  usage: TokenUsage;
  milliseconds: number;
}

/** The run as Markdown, for people. */
export function trajectoryMarkdown(trajectory: Trajectory): string {
  const { classification, outcome, usage } = trajectory;
  const lines = [
    `# ${oneLine(trajectory.query)}`,
    '',
    `Class: **${classification.class}** (by ${classification.decidedBy}: ${classification.reason}). Language: ${classification.language ?? 'unknown'}.`,
  ];
  for (const step of trajectory.steps) {
    lines.push('', `## Step ${step.step}`, '');
    if (step.reasoning) lines.push(`> ${step.reasoning.replaceAll('\n', '\n> ')}`, '');
    for (const call of step.calls) {
      lines.push(
        `- \`${call.tool}\` ${inline(JSON.stringify(call.input))}: ${call.isError ? 'failed, ' : ''}${call.added} new, ${call.milliseconds} ms`,
      );
      const first = call.result.split('\n').slice(0, 8);
      lines.push(...first.map((line) => `  ${inline(line)}`));
      const rest = call.result.split('\n').length - first.length;
      if (rest > 0) lines.push(`  … ${rest} more lines`);
    }
    for (const hop of step.hops) lines.push(`- followed to **${oneLine(hop.title)}** (${oneLine(hop.via)})`);
    if (step.continued) lines.push(`- went on: ${step.continued}`);
    lines.push(
      '',
      `${step.usage.inputTokens} tokens in, ${step.usage.outputTokens} out, ${step.milliseconds} ms`,
    );
  }
  lines.push('', '## Outcome', '', `${outcome.reason}: ${outcome.detail}`, '');
  for (const count of outcome.counts) lines.push(`- counted ${count.count} ${count.unit} ${count.filter}`);
  for (const [index, source] of outcome.sources.entries()) {
    lines.push(
      `${index + 1}. ${oneLine(source.title)} (${source.chunkId}, ${source.score.toFixed(3)}${source.hop > 0 ? `, hop ${source.hop}` : ''})`,
    );
  }
  lines.push(
    '',
    `In all ${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${trajectory.milliseconds} ms`,
    '',
  );
  return lines.join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Document text must not become markup on the page that shows it. */
function inline(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``;
}
