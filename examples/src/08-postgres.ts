// The same library on PostgreSQL with pgvector takes one option. Runs if DATABASE_URL is set, in a temporary database.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { openLibrary } from 'ibid';
import { Client } from 'pg';

const url = process.env['DATABASE_URL'];
if (!url) {
  console.log('skipped: DATABASE_URL is not set');
} else {
  const name = `ibid_example_${process.pid}`;
  const administrator = new Client({ connectionString: url });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  try {
    const library = await openLibrary({ databaseUrl: own.href, embedder: null });
    await library.addFolder(fileURLToPath(new URL('../documents', import.meta.url)));
    const { text, cited } = await library.ask('Who approved the fees?');
    console.log(text);
    assert.match(text, /council.*\[\d+\]/s);
    assert.equal(cited[0]?.title, 'Fees');
    await library.close();
  } finally {
    await administrator.query(`drop database ${name} with (force)`);
    await administrator.end();
  }
}
