import { accessTo } from './describe-access.js';

interface Operation {
  responses?: Record<string, unknown>;
  requestBody?: unknown;
}

/** An operation with its id, who may use it, and the errors that every request with a body may get. */
export function describeOperation(method: string, path: string, operation: Operation) {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  const ofBodies = operation.requestBody
    ? { 413: problem('Too large.'), 415: problem('The body has another type than the described one.') }
    : {};
  return {
    operationId: operationId(method, path),
    ...operation,
    security: accessTo(method, path),
    responses: { ...ofBodies, ...operation.responses },
  };
}

/** `GET /api/items/{id}/text`: `getItemsByIdText`. Addresses never change, so neither do these. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//u, '')
    .replaceAll(/\{(\w+)\}/gu, 'by/$1')
    .split(/[^A-Za-z0-9]+/u)
    .filter(Boolean);
  return method + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
