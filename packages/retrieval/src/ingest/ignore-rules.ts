/** Folders and files that hold nothing to read, whatever a folder's own rules say. */
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
/** Types that are never read: pictures that are not read, sound, video, fonts, archives, programs, databases. */
const NEVER_READ =
  /\.(gif|avif|bmp|ico|heic|svgz?|psd|mp[34]|m4[av]|wav|ogg|flac|avi|mov|mkv|webm|woff2?|ttf|otf|eot|tar|tar\.gz|tgz|bz2|xz|zst|7z|rar|jar|war|exe|dll|so|dylib|bin|o|a|class|pyc|wasm|iso|dmg|deb|rpm|db|sqlite3?|lock)$/i;

interface Rule {
  /** Names between slashes; `**` stands for any number of folders. */
  path: string[];
  foldersOnly: boolean;
  keeps: boolean;
}

/** The lines of a `.ibidignore`: as in `.gitignore`, the last rule that matches decides, `!` takes back. */
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

/** The ending of a kind that is never read; null for all others. */
export function kindNeverRead(name: string): string | null {
  return NEVER_READ.exec(name)?.[0].toLowerCase() ?? null;
}

function ruleOf(line: string): Rule | null {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return null;
  const keeps = trimmed.startsWith('!');
  let glob = keeps ? trimmed.slice(1) : trimmed;
  const foldersOnly = glob.endsWith('/');
  if (foldersOnly) glob = glob.slice(0, -1);
  // One without a slash is meant at any depth.
  const path = [...(glob.includes('/') ? [] : ['**']), ...glob.replace(/^\//, '').split('/')];
  // What lies below a folder is something at least.
  if (path.at(-1) === '**') path.push('*');
  return { path, foldersOnly, keeps };
}

function fitsPath(rule: readonly string[], names: readonly string[]): boolean {
  return fits({
    parts: rule,
    texts: names,
    isStar: (part) => part === '**',
    fitsOne: (part, name) =>
      fits({
        parts: part,
        texts: name,
        isStar: (letter) => letter === '*',
        fitsOne: (letter, found) => letter === '?' || letter === found,
      }),
  });
}

/**
 * Whether parts, some of which stand for any number of texts, fit all of the texts. Of several stars only the last one is
 * ever taken back: an earlier one that took more would leave less for the rest. So no rule, whoever wrote it, takes more
 * steps than its length times that of the path. Regular expressions made of such rules tried all ways.
 */
function fits(options: {
  parts: ArrayLike<string>;
  texts: ArrayLike<string>;
  isStar: (part: string) => boolean;
  fitsOne: (part: string, text: string) => boolean;
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
