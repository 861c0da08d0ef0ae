import type { Api } from './app-env.js';
import { plainPatterns } from './plain-patterns.js';

/** OpenAPI 3.1 for all routes registered so far. */
export function describeApi(api: Api, version: string): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' });
  const document = () =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Ibid',
        version,
        description:
          'Answers questions from documents, with citations. Errors are problem details (RFC 9457); lists are `{rows, cursor}`.',
        license: { name: 'Apache-2.0' },
      },
      security: [{ apiKey: [] }],
    });
  api.get('/openapi.json', (context) => context.json(plainPatterns(document())));
}
