import { sql } from 'kysely';

declare const held: unique symbol;

/**
 * A text column that holds JSON of this shape. The table types declare the shape once, and the compiler checks every
 * read and write of the column against it.
 */
export type JsonText<Shape> = string & { readonly [held]: Shape };

type Written<Value> = JsonText<Value extends readonly (infer Each)[] ? Each[] : Value>;

export function toJson<Value>(value: Value): Written<Value> {
  return JSON.stringify(value) as Written<Value>;
}

/** Does not validate: only Ibid writes these columns, and migrations update what earlier versions wrote. */
export function fromJson<Shape>(text: JsonText<Shape>): Shape {
  return JSON.parse(text) as Shape;
}

/** Whether the JSON of a column contains this text as a value or as a key. */
export function mentions(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} like ${`%${JSON.stringify(text)}%`}`;
}
