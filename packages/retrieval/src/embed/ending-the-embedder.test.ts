import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe('KB-3 an embedder at work', () => {
  const embed = fileURLToPath(new URL('../../dist/embed/index.js', import.meta.url));
  const moments = [0, 7, 19, 31, 53];
  const run = (ending: string, milliseconds: number) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openLocalEmbedder } from ${JSON.stringify(embed)};
        const embedder = await openLocalEmbedder();
        const texts = Array.from({ length: 20 }, (_, index) => ('word ' + index + ' ').repeat(300));
        embedder.embed(texts, 'document').catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
        ${ending}`,
      ],
      { encoding: 'utf8' },
    );

  it.each(moments)('is closed %i ms after it began without taking the process along', (milliseconds) => {
    expect(run('await embedder.close();', milliseconds)).toMatchObject({
      stderr: '',
      status: 0,
      signal: null,
    });
  });

  it.each(moments)('lets the process exit %i ms after it began', (milliseconds) => {
    expect(run('process.exit(0);', milliseconds)).toMatchObject({ stderr: '', status: 0, signal: null });
  });
});
