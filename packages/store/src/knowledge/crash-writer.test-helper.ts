import { openDatabase } from '../database/open-database.js';
import { accessOf, itemOf, wordEmbedder } from './contract-kit.test-helper.js';
import { openKnowledge } from './open-knowledge.js';

/**
 * The victim of the crash test: adds items until it is killed and reports which ones are stored. Every item has three
 * chunks, and each round changes the items of the previous one.
 */
export async function writeUntilKilled(options: { folder: string; firstRound: number }): Promise<never> {
  const database = await openDatabase({ folder: options.folder });
  const knowledge = await openKnowledge({ database, embedder: wordEmbedder, blockChunks: 16 });
  const [existing] = await knowledge.bases.list({ userId: 'ann', roles: [], isAdministrator: false });
  const base = existing ?? (await knowledge.bases.create({ name: 'Crash', access: accessOf('ann') }));
  for (let round = options.firstRound; ; round += 1) {
    for (let number = 0; number < 20; number += 1) {
      const word = `r${round}n${number}x`;
      const request = await itemOf({
        knowledgeBaseId: base.id,
        title: `Item ${number}`,
        externalId: `e${number}`,
        paragraphs: [`${word} first part`, `${word} second part`, `${word} third part`],
      });
      await knowledge.writer.putItem(request);
      // One write, so the reader of the pipe never sees half a line.
      process.stdout.write(`${number} ${round}\n`);
    }
  }
}
