import { builtInConnectors } from '@ibid/retrieval/internal';
import type { ConnectorKind } from '@ibid/retrieval/internal';
import { z } from 'zod';
import { InvalidRequest } from '../errors/index.js';
import type { Services } from '../services.js';

type WithOptions = Pick<Services, 'options'>;

/** Built-in kinds and those that this server was created with. */
export function sourceKinds({ options }: WithOptions): ConnectorKind[] {
  const own = new Set(options.connectors.map(({ kind }) => kind));
  return [...builtInConnectors.filter(({ kind }) => !own.has(kind)), ...options.connectors];
}

export function sourceKind(services: WithOptions, name: string): ConnectorKind {
  const kinds = sourceKinds(services);
  const found = kinds.find(({ kind }) => kind === name);
  if (found) return found;
  const names = kinds.map(({ kind }) => kind).join(', ');
  throw new InvalidRequest(
    `There is no kind of source called "${name}". Choose one of: ${names}.`,
    'unknown_kind',
  );
}

/** The fields a user fills in, for forms and the command line. */
export function kindView(kind: ConnectorKind) {
  const schema = z.toJSONSchema(kind.settings, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    title: field.title ?? name,
    description: field.description ?? '',
    type: typeOf(field),
    choices: (field.enum ?? []).map(String),
    choiceLabels: field.choiceLabels ?? {},
    default: field.default ?? null,
    isRequired: required.has(name),
    isSecret: kind.secrets.includes(name),
  }));
  return { kind: kind.kind, label: kind.label, description: kind.description, fields };
}

type FieldType = 'text' | 'number' | 'boolean' | 'choice' | 'address' | 'list' | 'date' | 'lines';

/** Longer than a single line: a certificate, for example. */
const LONG_TEXT = 5_000;

interface JsonSchema {
  type?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  /** Labels for choices that are not words. */
  choiceLabels?: Record<string, string>;
  default?: string | number | boolean | string[];
  maxLength?: number;
  format?: string;
  anyOf?: JsonSchema[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
}

function typeOf(field: JsonSchema): FieldType {
  if (field.enum) return 'choice';
  if (field.type === 'array') return 'list';
  if (field.format === 'date') return 'date';
  if (field.type === 'string' && (field.maxLength ?? 0) > LONG_TEXT) return 'lines';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.type === 'boolean') return 'boolean';
  return field.format === 'uri' ? 'address' : 'text';
}
