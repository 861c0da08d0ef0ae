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
/** Types that are never read: pictures, sound, video, fonts, archives, programs, databases. */
const NEVER_READ =
  /\.(png|jpe?g|gif|webp|avif|bmp|ico|tiff?|heic|svgz?|psd|mp[34]|m4[av]|wav|ogg|flac|avi|mov|mkv|webm|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|exe|dll|so|dylib|bin|o|a|class|pyc|wasm|iso|dmg|deb|rpm|db|sqlite3?|lock)$/i;

interface Rule {
  pattern: RegExp;
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
    if (!isFolder && NEVER_READ.test(name)) return true;
    let ignored = name.startsWith('.');
    for (const rule of this.#rules) {
      if ((isFolder || !rule.foldersOnly) && rule.pattern.test(path)) ignored = !rule.keeps;
    }
    return ignored;
  }
}

function ruleOf(line: string): Rule | null {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return null;
  const keeps = trimmed.startsWith('!');
  let glob = keeps ? trimmed.slice(1) : trimmed;
  const foldersOnly = glob.endsWith('/');
  if (foldersOnly) glob = glob.slice(0, -1);
  const anchored = glob.includes('/');
  const body = glob.replace(/^\//, '').split('**').map(escapeGlob).join('.*').replaceAll('.*/', '(?:.*/)?');
  return { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${body}$`), foldersOnly, keeps };
}

function escapeGlob(part: string): string {
  return part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
}
