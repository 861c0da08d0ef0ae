import type { Schemas } from '@ibid/client';
import { type CommandContext, EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { askAgain, askedAgainReport, costOfAsking, type AskedAgain } from '../eval/ask-again.js';
import { feedbackFigures, feedbackReport } from '../eval/feedback-figures.js';
import { createProgressBar } from '../progress-bar.js';
import { withoutControls } from '../terminal.js';
import { feedbackRows } from './feedback.js';

/** `ibid eval feedback`: replays judged answers and reports what got better or worse (ANS-5). */
export async function evaluateFeedback(
  options: ConnectOptions & { json?: boolean; ask?: boolean; yes?: boolean },
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  try {
    const rows: Schemas['FeedbackRow'][] = [];
    for await (const row of feedbackRows(connection, 'own')) rows.push(row);
    if (rows.length === 0) {
      context.note('You have not given any feedback yet. On the page, use the thumbs below an answer.');
      return EXIT.nothingFound;
    }
    if (options.ask) {
      const { tokens, usd } = await costOfAsking(connection.client, rows);
      const before = `${tokens} tokens${usd === null || usd === 0 ? '' : `, ${usd.toFixed(2)} USD`}`;
      context.note(
        `${rows.length} ${rows.length === 1 ? 'question is' : 'questions are'} asked again with the server's current model. The first time took ${before}.`,
      );
      if (!options.yes) {
        context.note('Nothing has been asked yet. Add --yes to ask.');
        return EXIT.usage;
      }
    }
    const asked: AskedAgain[] = [];
    const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Replaying' });
    const replayed: Parameters<typeof feedbackFigures>[0][number][] = [];
    for (const row of rows) {
      if (context.signal.aborted) return EXIT.stopped;
      const path = { id: row.id };
      replayed.push({
        row,
        replay: await connection.client.request('GET /api/feedback/{id}/replay', { path }),
      });
      if (options.ask) asked.push(await askAgain(connection.client, row));
      bar.update({ done: replayed.length, total: rows.length });
    }
    bar.finish();
    const figures = feedbackFigures(replayed);
    context.write(
      options.json
        ? `${JSON.stringify(options.ask ? { ...figures, asked } : figures)}\n`
        : withoutControls(feedbackReport(figures)),
    );
    if (options.ask && !options.json) context.write(withoutControls(`\n${askedAgainReport(asked)}`));
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}
