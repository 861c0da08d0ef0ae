import { globUnits, type GlobUnit } from './glob-units.js';

/** Folders and files without anything to read, whatever the folder's own rules say. */
const ALWAYS = [
  '.git/',
  '.svn/',
  '.hg/',
  'node_modules/',
  '__pycache__/',
  '.venv/',
  '.DS_Store',
  'Thumbs.db',
];
/** Types that are never read: unsupported image formats, audio, video, fonts, archives, programs, databases. */
const NEVER_READ =
  /\.(gif|avif|bmp|ico|heic|svgz?|psd|mp[34]|m4[av]|wav|ogg|flac|avi|mov|mkv|webm|woff2?|ttf|otf|eot|tar|tar\.gz|tgz|bz2|xz|zst|7z|rar|jar|war|exe|dll|so|dylib|bin|o|a|class|pyc|wasm|iso|dmg|deb|rpm|db|sqlite3?|lock)$/i;

interface Rule {
  /** Names between slashes. `**` matches any number of folders. */
  path: ('**' | GlobUnit[])[];
  foldersOnly: boolean;
  keeps: boolean;
}

/** The lines of a `.ibidignore`. As in `.gitignore`, the last matching rule decides, and `!` re-includes. */
export class IgnoreRules {
  readonly #rules: Rule[];

  constructor(lines = '') {
    this.#rules = [...ALWAYS, ...lines.split(/\r?\n/)].flatMap((line) => ruleOf(line) ?? []);
  }

  /** `path` is relative to the folder, with slashes. */
  ignores(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const names = path.split('/');
    let ignored = name.startsWith('.');
    for (const rule of this.#rules) {
      if ((isFolder || !rule.foldersOnly) && fitsPath(rule.path, names)) ignored = !rule.keeps;
    }
    return ignored;
  }
}

/** The extension of a type that is never read; null for all others. */
export function kindNeverRead(name: string): string | null {
  return NEVER_READ.exec(name)?.[0].toLowerCase() ?? null;
}

function ruleOf(line: string): Rule | null {
  // Trailing blanks are ignored unless escaped.
  const written = line.replace(/(?<!\\) +$/, '');
  if (written.trim() === '' || written.startsWith('#')) return null;
  const keeps = written.startsWith('!');
  let glob = keeps ? written.slice(1) : written;
  const foldersOnly = glob.endsWith('/');
  if (foldersOnly) glob = glob.slice(0, -1);
  // A rule without a slash matches at any depth.
  const names = [...(glob.includes('/') ? [] : ['**']), ...glob.replace(/^\//, '').split('/')];
  // `folder/**` must match at least one name below the folder.
  if (names.at(-1) === '**') names.push('*');
  const path = names.map((name) => (name === '**' ? name : globUnits(name)));
  return path.every((name) => name !== null) ? { path, foldersOnly, keeps } : null;
}

function fitsPath(rule: Rule['path'], names: readonly string[]): boolean {
  return fits<Rule['path'][number], string>({
    parts: rule,
    texts: names,
    isStar: (part) => part === '**',
    fitsOne: (part, name) =>
      part !== '**' &&
      fits<GlobUnit, string>({
        parts: part,
        texts: name,
        isStar: (unit) => unit === '*',
        fitsOne: (unit, letter) => unit !== '*' && unit(letter),
      }),
  });
}

/**
 * Matches parts, some of which match any number of texts, against all texts. Only the last star is ever backtracked: if
 * an earlier one took more, less would be left for the rest. So no rule takes more steps than its length times that of
 * the path, whoever wrote it. Regular expressions built from such rules would try all combinations.
 */
function fits<Part, Text>(options: {
  parts: ArrayLike<Part>;
  texts: ArrayLike<Text>;
  isStar: (part: Part) => boolean;
  fitsOne: (part: Part, text: Text) => boolean;
}): boolean {
  const { parts, texts, isStar, fitsOne } = options;
  let part = 0;
  let text = 0;
  let star = -1;
  let taken = 0;
  while (text < texts.length) {
    const here = parts[part];
    if (here !== undefined && isStar(here)) {
      star = part;
      taken = text;
      part += 1;
    } else if (here !== undefined && fitsOne(here, texts[text]!)) {
      part += 1;
      text += 1;
    } else if (star >= 0) {
      taken += 1;
      text = taken;
      part = star + 1;
    } else return false;
  }
  while (part < parts.length && isStar(parts[part]!)) part += 1;
  return part === parts.length;
}
