import type { Api } from './app-env.js';

/** OpenAPI 3.1 for all routes registered so far. */
export function describeApi(api: Api, version: string): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' });
  api.doc31('/openapi.json', {
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
}
