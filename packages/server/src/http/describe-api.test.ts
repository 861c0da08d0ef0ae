import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const routes = fileURLToPath(new URL('../routes', import.meta.url));

describe('API-1 the OpenAPI document', () => {
  it('has every route, so that no test that walks it can forget one', () => {
    const text = readdirSync(routes)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${routes}/${name}`, 'utf8'))
      .join('\n');
    const described = new Set([...text.matchAll(/\bpath: '(\/[^']*)'/gu)].map((match) => match[1]));
    expect(described.size).toBeGreaterThan(35);
    const plain = [...text.matchAll(/\bapi\.(?:get|post|put|patch|delete|all|on)\(\s*'([^']*)'/gu)];
    const beside = plain
      .map((match) => match[1]!.replaceAll(/:(\w+)(?:\{[^}]*\})?/gu, '{$1}'))
      .filter((path) => !described.has(path));
    // Monitoring routes, and a protocol with its own description.
    expect(beside.toSorted()).toEqual([
      '/healthz',
      '/mcp',
      '/metrics',
      '/readyz',
      // A described route, for names with slashes.
      '/v1/models/{first}/{rest}',
    ]);
  });
});
