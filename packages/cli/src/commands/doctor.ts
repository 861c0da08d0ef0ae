import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';

/** `ibid doctor`: versions, data folder, active model and embedder, and problems. */
export async function doctor(
  options: ConnectOptions & { json?: boolean },
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  try {
    const found = await connection.client.request('GET /api/doctor', {});
    if (options.json) {
      context.write(`${JSON.stringify(found)}\n`);
      return found.problems.some(({ isFault }) => isFault) ? EXIT.failed : EXIT.ok;
    }
    const { terminal } = context;
    const row = (name: string, value: string) => context.write(`${terminal.dim(name.padEnd(12))} ${value}\n`);
    row('Ibid', found.version);
    row('Node', found.node);
    row('Data', found.dataFolder);
    const { kind, version, note } = found.database;
    row('Database', `${kind} ${version}${note ? terminal.dim(`  ${note}`) : ''}`);
    row('Model', `${found.model.id}${found.model.note ? terminal.dim(`  ${found.model.note}`) : ''}`);
    row(
      'Embedder',
      `${found.embedder.id}${found.embedder.note ? terminal.dim(`  ${found.embedder.note}`) : ''}`,
    );
    row('OCR', ocrLine(found.ocr));
    row(
      'Documents',
      `${plural(found.items, 'item')}, ${plural(found.chunks, 'chunk')} in ${plural(found.knowledgeBases, 'knowledge base')}`,
    );
    if (found.problems.length === 0) context.write(`${terminal.green('Nothing is missing.')}\n`);
    for (const problem of found.problems)
      context.write(`${terminal.yellow('!')} ${problem.what}\n  ${problem.remedy}\n`);
    return found.problems.some(({ isFault }) => isFault) ? EXIT.failed : EXIT.ok;
  } finally {
    await connection.close();
  }
}

function ocrLine({ state, languages }: { state: string; languages: string[] }): string {
  return state === 'ready' ? `reads scans and pictures in ${languages.join(', ')}` : state;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
