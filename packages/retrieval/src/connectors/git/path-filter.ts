import { IgnoreRules } from '../../ingest/ignore-rules.js';

/** Selects files of a repository by lines in `.gitignore` syntax that say what to include. */
export function pathFilter(lines: readonly string[]): {
  takes: (path: string) => boolean;
  opens: (folder: string) => boolean;
} {
  const taken = new IgnoreRules(lines.join('\n'));
  const never = new IgnoreRules();
  const parentsOf = (path: string) =>
    path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
  return {
    takes(path) {
      if (lines.length === 0) return !never.ignores(path, false);
      const places = parentsOf(path);
      return (
        !never.ignores(path, false) &&
        places.some((place, index) => taken.ignores(place, index < places.length - 1))
      );
    },
    // Skips hidden folders and those without documents, such as node_modules.
    opens: (folder) => !never.ignores(folder.slice(0, -1), true),
  };
}
