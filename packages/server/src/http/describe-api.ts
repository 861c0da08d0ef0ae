import { PacketSchema } from '../api/schemas/index.js';
import type { Api } from './app-env.js';
import { securitySchemes } from './describe-access.js';
import { describeOperation } from './describe-operation.js';
import { plainPatterns } from './plain-patterns.js';

/** OpenAPI 3.1 for all routes registered so far. */
export function describeApi(api: Api, version: string): void {
  for (const [name, scheme] of Object.entries(securitySchemes))
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  api.openAPIRegistry.register('Packet', PacketSchema);
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
    });
  api.get('/openapi.json', (context) => context.json(completed(plainPatterns(document()))));
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds to each operation what follows from its method and path. */
function completed(document: ReturnType<Api['getOpenAPI31Document']>) {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(
      METHODS.flatMap((method) => {
        const operation = methods[method];
        return operation ? [[method, describeOperation(method, path, operation)]] : [];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as typeof document.paths };
}
