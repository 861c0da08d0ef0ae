import type { JsonValue } from '@ibid/core';
import { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { unpackBounded } from './unpack-bounded.js';
import { ZipArchive } from './zip-archive.js';

/** Limit for an archive that is read file by file. Source trees belong in a folder. */
const MOST_FILES = 2_000;
/** Files that programs leave in archives. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/iu;
/** Names that would lead out of the folder in which an archive is unpacked: `../x`, `/x`, `C:\x`. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/u;
/** How many files an error names. */
const MOST_NAMED = 20;
const OF_THE_WHOLE = new Set(['too_large', 'unpacks_too_large']);

/** The documents in a zip archive in sequence, each under its path. Unreadable files are counted by type. */
export async function parseZip(input: ParseInput): Promise<ParsedDocument> {
  const archive = new ZipArchive(input);
  const names = archive.names.filter(
    (name) => !name.endsWith('/') && (LEADS_OUT.test(name) || !LITTER.test(name)),
  );
  if (names.length > MOST_FILES)
    throw new ParseError(
      'too_large',
      `It contains ${names.length.toLocaleString('en')} files, and archives may contain at most ${MOST_FILES.toLocaleString('en')}. Unpack it and add the folder.`,
    );
  if (!input.readInner)
    throw new ParseError('unsupported', 'Archives inside archives are not read. Unpack it first.');
  const builder = new DocumentBuilder(input.limits);
  const unread = new Map<string, number>();
  const problems: string[] = [];
  let read = 0;
  for (const name of names.toSorted()) {
    if (LEADS_OUT.test(name)) {
      problems.push(`- ${name}: Its path leads out of the archive.`);
      continue;
    }
    try {
      const bytes = archive.read(name) ?? new Uint8Array();
      const document = await input.readInner({ bytes, name });
      builder.heading(1, name);
      builder.embed(document, 1);
      read += 1;
    } catch (error) {
      if (!(error instanceof ParseError) || OF_THE_WHOLE.has(error.code)) throw error;
      if (error.code === 'unsupported') unread.set(kindOf(name), (unread.get(kindOf(name)) ?? 0) + 1);
      else problems.push(`- ${name}: ${error.message}`);
    }
  }
  const isUnsupported = problems.length === 0;
  for (const [kind, count] of unread) problems.push(`- ${count} ${count === 1 ? 'file' : 'files'}: ${kind}`);
  if (read === 0)
    throw new ParseError(
      isUnsupported ? 'unsupported' : 'damaged',
      [`None of the ${names.length} files in the archive could be read.`, ...bounded(problems)].join('\n'),
    );
  if (problems.length > 0) {
    builder.heading(1, 'Not read');
    builder.list(problems);
  }
  const metadata: Record<string, JsonValue> = { files: read };
  if (problems.length > 0) metadata['filesNotRead'] = names.length - read;
  return builder.finish({ title: titleFromName(input.name), mediaType: 'application/zip', metadata });
}

/** A single compressed document is read as that document. */
export async function parseGzip(input: ParseInput): Promise<ParsedDocument> {
  if (!input.readInner)
    throw new ParseError('unsupported', 'Archives inside archives are not read. Unpack it first.');
  const { bytes: packed, limits, unpacked } = input;
  const name = input.name.replace(/\.(?:gz|gzip)$/iu, '').replace(/\.tgz$/iu, '.tar');
  const bytes = unpackBounded({ packed, form: 'gzip', name, limits, unpacked });
  return input.readInner({ bytes, name });
}

function bounded(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMED;
  return more > 0 ? [...lines.slice(0, MOST_NAMED), `- and ${more} more`] : [...lines];
}

function kindOf(name: string): string {
  return /\.[A-Za-z0-9]{1,8}$/u.exec(name)?.[0].toLowerCase() ?? 'without an extension';
}
