import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { packageUrl } from '../package-url.js';

/** Written by `scripts/build-ocr.mjs`. */
const program = fileURLToPath(packageUrl(import.meta.url, 'ocr-program'));
const load = createRequire(import.meta.url);

/** Tesseract's language codes: three letters, sometimes more, such as `chi_sim`. */
const LANGUAGE = /^[a-z]{3}(?:_[a-z]{2,6}){0,2}$/iu;
/** Data for page orientation and formulas, not languages. */
const NO_LANGUAGE = new Set(['osd', 'equ']);

/** The path of one of the OCR files. */
export function programFile(name: string): string {
  return join(program, name);
}

/** The same as a module URL. */
export function programModule(name: string): string {
  return pathToFileURL(programFile(name)).href;
}

/** Whether the OCR files are installed. */
export function hasOcrProgram(): boolean {
  return existsSync(programFile('tesseract.js-core/tesseract-core-simd-lstm.wasm'));
}

/**
 * KB-9: the available languages by code, with the paths of their data. English comes with Ibid. Others are npm packages
 * `@tesseract.js-data/…` installed beside it, or `….traineddata` files in a folder, which take precedence.
 */
export function installedLanguages(folder: string | null): Map<string, string> {
  const found = new Map<string, string>();
  const add = (language: string, path: string) => {
    if (LANGUAGE.test(language) && !NO_LANGUAGE.has(language) && !found.has(language) && existsSync(path))
      found.set(language, path);
  };
  for (const name of folder === null ? [] : namesIn(folder)) {
    const language = /^(.+)\.traineddata(?:\.gz)?$/u.exec(name)?.[1];
    if (language !== undefined && folder !== null) add(language, join(folder, name));
  }
  add('eng', programFile('eng/eng.traineddata.gz'));
  for (const modules of load.resolve.paths('@tesseract.js-data/eng') ?? [])
    for (const language of namesIn(join(modules, '@tesseract.js-data')))
      add(
        language,
        join(modules, '@tesseract.js-data', language, '4.0.0_best_int', `${language}.traineddata.gz`),
      );
  return found;
}

export function languageData(path: string): Uint8Array {
  const data = readFileSync(path);
  return data[0] === 0x1f && data[1] === 0x8b ? gunzipSync(data) : data;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
