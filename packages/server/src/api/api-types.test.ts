import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

interface Generator {
  TARGET: string;
  apiTypes: (document: unknown) => string;
}

describe('API-1 the typed clients are made from the OpenAPI document', () => {
  it('and are fresh: after a change of a route, run `npx tsc -b && npm run api-types`', async () => {
    const { TARGET, apiTypes } = (await import(join(root, 'scripts/api-types.mjs'))) as Generator;
    const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-api-types-'));
    const environment = { OLLAMA_HOST: 'off' };
    const server = await createServer({ dataFolder, environment, embedder: 'none', logLevel: 'silent' });
    try {
      const response = await server.fetch(new Request('http://127.0.0.1/openapi.json'));
      const made = apiTypes(await response.json());
      expect(made).toContain("'POST /api/conversations/{id}/turns': {");
      expect(await readFile(join(root, TARGET), 'utf8')).toBe(made);
    } finally {
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});
