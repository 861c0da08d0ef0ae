import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { loadSqlite } from '../database/sqlite-library.js';
import { BlobStore } from '../state/blob-store.js';
import { countEachTable } from './count-each-table.js';
import type { DataPlace } from './snapshot-database.js';

/**
 * Reads all data of an installation once and reports corruption: damaged pages and rows of the database, dangling
 * references, files with missing or changed bytes. It changes nothing; servers may keep running.
 */
export async function checkData(
  options: DataPlace & { onProgress?: (progress: { step: string; done: number }) => void },
): Promise<{ rows: number; files: number; faults: string[] }> {
  const faults: string[] = [];
  options.onProgress?.({ step: 'database', done: 0 });
  if (!options.databaseUrl) {
    faults.push(...(await faultsOfFile(join(options.dataFolder, 'ibid.db'))));
    // Do not open a damaged database any further: opening may write.
    if (faults.length > 0) return { rows: 0, files: 0, faults };
  }
  const database = await openDatabase(
    options.databaseUrl ? { url: options.databaseUrl, poolSize: 2 } : { folder: options.dataFolder },
  );
  try {
    const rows = Object.values(await countEachTable(database)).reduce((sum, count) => sum + count, 0);
    const blobs = new BlobStore(options.dataFolder);
    faults.push(...(await filesWithoutBytes(database, blobs)));
    let files = 0;
    for await (const hash of blobs.putBefore(Number.POSITIVE_INFINITY)) {
      options.onProgress?.({ step: 'files', done: files });
      files += 1;
      if ((await hashOf(blobs.path(hash))) !== hash)
        faults.push(`The stored file ${hash} is damaged: its bytes are not those that were uploaded.`);
    }
    return { rows, files, faults };
  } finally {
    await database.close();
  }
}

async function faultsOfFile(path: string): Promise<string[]> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return [`There is no database at ${path}.`];
  try {
    const connection = (await loadSqlite())(path);
    try {
      connection.exec('pragma busy_timeout = 60000');
      const found = connection.prepare('pragma integrity_check(20)').all() as { integrity_check: string }[];
      const lost = connection.prepare('pragma foreign_key_check').all() as {
        table: string;
        parent: string;
      }[];
      return [
        ...found
          .map((row) => row.integrity_check)
          .filter((text) => text !== 'ok')
          .map((text) => `Database: ${text}`),
        ...lost
          .slice(0, 20)
          .map(
            (row) => `Database: a row of "${row.table}" belongs to a row of "${row.parent}" that is gone.`,
          ),
      ];
    } finally {
      connection.close();
    }
  } catch (error) {
    return [`Database: ${(error as Error).message}`];
  }
}

async function filesWithoutBytes(database: OpenDatabase, blobs: BlobStore): Promise<string[]> {
  const rows = await database.db.selectFrom('files').select(['id', 'name', 'blob_hash']).execute();
  const faults: string[] = [];
  for (const row of rows)
    if (!(await blobs.has(row.blob_hash)))
      faults.push(`The file "${row.name}" (${row.id}) has lost its bytes.`);
  return faults;
}

function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  return new Promise((resolve) => {
    createReadStream(path)
      .on('data', (part) => hash.update(part))
      .on('error', () => resolve(null))
      .on('end', () => resolve(hash.digest('hex')));
  });
}
