// Generates the typed client's types from the OpenAPI document: `npm run api-types`. Build first (`npx tsc -b`). A
// server test fails if the committed types do not match the routes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bundle from './bundle.mjs';

export const TARGET = 'packages/client/src/api.generated.ts';

/** Types defined by the engine, which are more precise than a schema. */
const ENGINE = {
  '@ibid/core/internal': {
    ContextReport: 'ContextReport',
    Descriptor: 'DescriptorMetadata',
    JsonValue: 'JsonValue',
  },
  '@ibid/core/turn-view': { TurnView: 'TurnView' },
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function apiTypes(document) {
  const { schemas } = document.components;
  const engine = new Set(Object.values(ENGINE).flatMap((names) => Object.keys(names)));
  const answers = reachable(
    operations(document).map(({ operation }) => operation.responses),
    schemas,
  );
  const routes = operations(document).map((one) => routeText(one, schemas));
  // Leaves out shapes that the engine has types for, and shapes used only by those.
  const used = reachable(
    operations(document).map(({ operation }) => operation),
    schemas,
    engine,
  );
  const names = Object.keys(schemas).filter((name) => used.has(name));
  const named = names.map(
    (name) => `type ${name} = ${typeOf(schemas[name], { indent: '', defaulted: answers.has(name) })};`,
  );
  return [
    '// Made from the OpenAPI document by `npm run api-types`. Do not edit.',
    ...Object.entries(ENGINE).map(([from, names]) => {
      const list = Object.entries(names).map(([name, type]) => (name === type ? name : `${type} as ${name}`));
      return `import type { ${list.join(', ')} } from '${from}';`;
    }),
    '',
    ...named.flatMap((text) => [text, '']),
    '/** Shapes that have a name in the document. */',
    'export interface Schemas {',
    ...names.map((name) => `  ${name}: ${name};`),
    '}',
    '',
    '/** What each route takes and gives. */',
    'export interface Routes {',
    ...routes,
    '}',
    '',
  ].join('\n');
}

function operations(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({
      path,
      method,
      operation: methods[method],
    })),
  );
}

function routeText({ path, method, operation }) {
  const place = { indent: '    ', defaulted: false };
  const given = (where) => {
    const parameters = (operation.parameters ?? []).filter((one) => one.in === where);
    if (parameters.length === 0) return 'Record<never, never>';
    return `{ ${parameters.map((one) => `${key(one.name)}${one.required ? '' : '?'}: ${typeOf(one.schema, place)}`).join('; ')} }`;
  };
  const content = operation.requestBody?.content ?? {};
  const body = content['application/json']?.schema;
  return [
    `  '${method.toUpperCase()} ${path}': {`,
    `    path: ${given('path')};`,
    `    query: ${given('query')};`,
    `    body: ${body ? typeOf(body, place) : content['multipart/form-data'] ? 'FormData' : 'undefined'};`,
    `    answer: ${answerText(operation, place)};`,
    '  };',
  ].join('\n');
}

/** The JSON of a successful response; routes that return a stream or a file, be it one of JSON, have none. */
function answerText(operation, place) {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  const json = good.map(([, response]) => response.content?.['application/json']?.schema).find(Boolean);
  return json && json.format !== 'binary' ? typeOf(json, { ...place, defaulted: true }) : 'undefined';
}

function typeOf(schema, place) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  for (const [word, sign] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ])
    if (schema[word])
      return schema[word].map((one) => (sign === ' & ' ? typeOf(one, place) : inner(one, place))).join(sign);
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  return kinds.map((kind) => kindText(kind, schema, place)).join(' | ');
}

function inner(schema, place) {
  return schema.allOf ? `(${typeOf(schema, place)})` : typeOf(schema, place);
}

function kindText(kind, schema, place) {
  if (kind === 'string' || kind === 'boolean' || kind === 'null') return kind;
  if (kind === 'number' || kind === 'integer') return 'number';
  if (kind === 'array') {
    const item = typeOf(schema.items ?? {}, place);
    return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (kind === 'object') return objectText(schema, place);
  // Everything transferred is JSON.
  return 'JsonValue';
}

function objectText(schema, place) {
  const rest = schema.additionalProperties;
  const restType = rest ? (rest === true ? 'JsonValue' : typeOf(rest, place)) : null;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return restType ? `Record<string, ${restType}>` : 'Record<string, never>';
  const inside = { ...place, indent: `${place.indent}  ` };
  const lines = properties.map(([name, property]) => {
    // A field with a default is optional in a request and always present in a response.
    const isThere = schema.required?.includes(name) || (place.defaulted && 'default' in property);
    const value = typeOf(property, inside);
    const absent = isThere || place.defaulted ? '' : ' | undefined';
    return `${inside.indent}${key(name)}${isThere ? '' : '?'}: ${value}${absent};`;
  });
  if (rest) lines.push(`${inside.indent}[name: string]: unknown;`);
  return `{\n${lines.join('\n')}\n${place.indent}}`;
}

function reachable(from, schemas, without = new Set()) {
  const found = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    if (value.$ref) {
      const name = value.$ref.split('/').at(-1);
      if (found.has(name) || without.has(name)) return;
      found.add(name);
      visit(schemas[name]);
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(from);
  return found;
}

function key(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await bundle();
  const { createServer } = await import('../packages/server/lib/index.js');
  const dataFolder = mkdtempSync(join(tmpdir(), 'ibid-api-types-'));
  const options = { dataFolder, embedder: 'none', logLevel: 'silent', environment: { OLLAMA_HOST: 'off' } };
  const server = await createServer(options);
  const document = await (await server.fetch(new Request('http://127.0.0.1/openapi.json'))).json();
  await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
  writeFileSync(join(root, TARGET), apiTypes(document));
}
