import { RE2JS } from 're2js';
import { ShellError } from './shell-error.js';

/**
 * A grep pattern. RE2 expressions run in linear time: `(a*)*b` costs no more than `a*b`. Backreferences and lookarounds
 * are refused.
 */
export function linePattern(options: {
  patterns: readonly string[];
  kind: 'basic' | 'extended' | 'fixed';
  ignoreCase: boolean;
  whole: 'word' | 'line' | null;
}): RE2JS {
  const { kind, whole } = options;
  const each = options.patterns
    .flatMap((pattern) => pattern.split('\n'))
    .map((pattern) =>
      kind === 'fixed' ? RE2JS.quote(pattern) : kind === 'basic' ? extendedOf(pattern) : pattern,
    );
  const joined = each.map((pattern) => `(?:${pattern})`).join('|');
  const framed =
    whole === 'line' ? `^(?:${joined})$` : whole === 'word' ? `(?:^|\\b)(?:${joined})(?:\\b|$)` : joined;
  try {
    return RE2JS.compile(framed, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ShellError(
      `grep: the pattern cannot be used: ${reason}. The syntax is RE2's, without back references and lookaround.`,
    );
  }
}

/** In basic expressions `\|`, `\+` and `\(` mean what `|`, `+` and `(` mean in extended ones, and vice versa. */
function extendedOf(basic: string): string {
  return basic.replace(/\[\^?\]?[^\]]*\]|\\[\s\S]|[+?|(){}]/g, (part) => {
    if (part.startsWith('[')) return part;
    if (part.length === 1) return `\\${part}`;
    return '+?|(){}'.includes(part[1] ?? ' ') ? (part[1] ?? '') : part;
  });
}
