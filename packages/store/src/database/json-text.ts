import { sql } from 'kysely';

declare const held: unique symbol;

/**
 * A text column that holds JSON of this shape. The tables' types say it once, and whoever writes or reads the column is
 * held to it, so nobody claims another shape on the way out.
 */
export type JsonText<Shape> = string & { readonly [held]: Shape };

type Written<Value> = JsonText<Value extends readonly (infer Each)[] ? Each[] : Value>;

export function toJson<Value>(value: Value): Written<Value> {
  return JSON.stringify(value) as Written<Value>;
}

/** Only Ibid writes these columns, and migrations change what earlier versions wrote: there is nothing to check here. */
export function fromJson<Shape>(text: JsonText<Shape>): Shape {
  return JSON.parse(text) as Shape;
}

/** Whether the JSON of a column holds this text, as a value or as a name. */
export function mentions(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} like ${`%${JSON.stringify(text)}%`}`;
}
