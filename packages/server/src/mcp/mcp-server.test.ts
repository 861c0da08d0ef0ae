import { describe, expect, it } from 'vitest';
import { localUser } from '../auth/authenticate.js';
import { createLog } from '../observability/create-log.js';
import type { Services } from '../services.js';
import { createMcp } from './mcp-server.js';

describe('API-1 an error that nobody foresaw', () => {
  it('is told to who asks through MCP without the words of the database', async () => {
    const reader = { search: () => Promise.reject(new Error('too many SQL variables: select * from users')) };
    const services = { version: '0', log: createLog('silent'), knowledge: { reader } } as unknown as Services;
    const response = await createMcp(services)(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search', arguments: { query: 'words' } },
        }),
      }),
      localUser(),
    );
    const text = await response.text();
    expect(text).not.toContain('SQL');
    expect(text).toContain('Something went wrong inside the server');
    expect(text).toContain('"isError":true');
  });
});
