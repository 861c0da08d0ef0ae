/** The subset of JSON Schema that the API description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  minLength?: number;
  format?: string;
}

export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface DescribedOperation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

/** A value that a schema accepts, with all its properties. */
export function sampleOf(description: Description, schema: Schema | undefined, depth = 0): unknown {
  if (!schema || depth > 6) return null;
  const of = (part: Schema | undefined) => sampleOf(description, part, depth + 1);
  if (schema.$ref) return of(description.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return of(choices.find((choice) => choice.type !== 'null') ?? choices[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(of)) as unknown;
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'string':
      return schema.format === 'uri' ? 'http://127.0.0.1:9/' : 'sample'.padEnd(schema.minLength ?? 0, 'x');
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [of(schema.items)];
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, of(property)]),
      );
  }
}

/** The value with each of its parts replaced in turn, and with each property removed in turn. */
export function* brokenForms(value: unknown, replacements: readonly unknown[]): Generator<unknown> {
  yield* replacements;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const form of brokenForms(entry, replacements)) yield value.with(index, form);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const form of brokenForms(entry, replacements)) yield { ...value, [name]: form };
    }
  }
}
