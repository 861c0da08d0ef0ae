/**
 * A value that survives a JSON round trip: arguments of tools, metadata, stored settings.
 *
 * ```ts
 * import type { JsonValue } from '@ibid/core';
 *
 * const metadata: Record<string, JsonValue> = { author: 'Ada', pages: [3, 4], draft: null };
 * ```
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
