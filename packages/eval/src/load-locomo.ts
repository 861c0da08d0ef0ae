import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';

interface Turn {
  speaker: string;
  dia_id: string;
  text: string;
  blip_caption?: string;
}

interface Conversation {
  sample_id: string;
  conversation: Record<string, Turn[] | string>;
  qa: { question: string; evidence: string[]; category: number }[];
}

interface Correction {
  question_id: string;
  error_type: string;
  correct_evidence?: string[];
}

const CATEGORIES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];

/** Long conversations: every turn is a passage, every session an item, every conversation a group. */
export function loadLocomo(options: { directory: string; name: string }): EvalDataset[] {
  const { directory, name } = options;
  const samples = JSON.parse(readFileSync(join(directory, 'locomo10.json'), 'utf8')) as Conversation[];
  const corrections = readCorrections(join(directory, 'audit_errors.json'));
  const passages: EvalPassage[] = [];
  const queries: EvalQuery[] = [];
  samples.forEach((sample, index) => {
    const group = `${name}-${index}`;
    const known = new Set<string>();
    for (const [key, turns] of Object.entries(sample.conversation)) {
      if (!Array.isArray(turns)) continue;
      const date = sample.conversation[`${key}_date_time`];
      for (const turn of turns) {
        known.add(turn.dia_id);
        const image = turn.blip_caption ? ` [image: ${turn.blip_caption}]` : '';
        passages.push({
          id: `${index}/${turn.dia_id}`,
          group,
          itemId: `${index}/${key}`,
          title: typeof date === 'string' ? date : '',
          text: `${turn.speaker}: ${turn.text}${image}`,
        });
      }
    }
    sample.qa.forEach((row, number) => {
      const evidence = corrections.get(`locomo_${index}_qa${number}`) ?? row.evidence;
      const turns = evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []);
      const relevant = new Map(
        turns.filter((turn) => known.has(turn)).map((turn) => [`${index}/${turn}`, 1]),
      );
      if (relevant.size === 0) return;
      queries.push({
        id: `${index}-${number}`,
        group,
        text: row.question,
        relevant,
        category: CATEGORIES[row.category] ?? 'other',
      });
    });
  });
  return [{ name, passages, queries }];
}

function readCorrections(path: string): Map<string, string[]> {
  if (!existsSync(path)) return new Map();
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Correction[];
  return new Map(
    rows
      .filter((row) => row.error_type === 'WRONG_CITATION' && row.correct_evidence?.length)
      .map((row) => [row.question_id, row.correct_evidence ?? []]),
  );
}
