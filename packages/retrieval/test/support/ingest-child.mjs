// Ingests a folder and prints each stored item; meant to be killed. Arguments: data folder, files, knowledge base. It
// runs the built packages, as a server would.
import { openDatabase, openKnowledge } from '../../../store/lib/internal.js';
import { PreparePool, syncFolder } from '../../lib/internal.js';

const [, , data, folder, knowledgeBaseId] = process.argv;
const database = await openDatabase({ folder: data });
const knowledge = await openKnowledge({ database, embedder: null });
const pool = new PreparePool({ size: 1 });
await pool.prepare({ name: 'a.md', content: { bytes: Buffer.from('Warm.') } });
const { writer } = knowledge;
const telling = {
  findByExternalId: (options) => writer.findByExternalId(options),
  listItemStates: (options) => writer.listItemStates(options),
  moveItem: (options) => writer.moveItem(options),
  removeItem: (options) => writer.removeItem(options),
  async putItem(request) {
    const result = await writer.putItem(request);
    process.stdout.write(`${JSON.stringify({ name: request.item.name, hash: request.item.contentHash })}\n`);
    return result;
  },
};
process.stdout.write('"ready"\n');
const report = await syncFolder({
  knowledgeBaseId,
  folder,
  writer: telling,
  embedder: null,
  pool,
  externalIdPrefix: 'files:',
});
process.stdout.write(`${JSON.stringify({ done: report.counts })}\n`);
await pool.close();
await knowledge.close();
await database.close();
