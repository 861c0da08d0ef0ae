import { ParseError } from '../parse/parse-error.js';
import { portableGrey } from './grey-picture.js';
import { languageGroups } from './language-groups.js';
import { OcrEngine } from './ocr-engine.js';
import type { OcrPicture } from './ocr-engine.js';
import { openPdfPictures } from './open-pdf-pictures.js';
import { packOcrPage } from './ocr-page.js';
import type { OcrPage } from './ocr-page.js';
import { installedLanguages } from './ocr-program.js';
import { readStraightened } from './straighten.js';
import { pictureSize } from './picture-size.js';
import type { PictureSize } from './picture-size.js';
import { tiffPage } from './tiff-page.js';

/** From this confidence on, the script is right. Below it, others are tried. */
const RIGHT_SCRIPT = 75;

export interface RecogniseOptions {
  bytes: Uint8Array;
  pages: readonly number[];
  settings: OcrSettings;
  /** Called before each page; limits apply per page. */
  onBegin: (page: number) => void;
  onPage: (page: number, packed: Uint8Array) => void;
}

let opened: Promise<OcrEngine> | null = null;

/** KB-9: reads pages of a PDF or picture by OCR, one after the other, in the calling thread. */
export async function recognisePages(options: RecogniseOptions): Promise<void> {
  const { bytes, pages, settings, onBegin, onPage } = options;
  const pictures = await openPictures(bytes);
  const reader = new PageReader(settings);
  try {
    for (const page of pages) {
      onBegin(page);
      onPage(page, packOcrPage(await pageOf(page)));
      // Let messages through between pages.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await pictures.close();
  }

  async function pageOf(page: number): Promise<OcrPage> {
    try {
      const picture = await pictures.picture(page);
      if (!picture) return { paragraphs: [], languages: '' };
      const read = await reader.read(picture);
      return picture.isPartial ? { ...read, problem: 'damaged' } : read;
    } catch (error) {
      // A missing language affects all pages; a damaged picture only its own.
      if (error instanceof ParseError && error.code === 'unsupported') throw error;
      return { paragraphs: [], languages: '', problem: 'damaged' };
    }
  }
}

/** KB-9: a page of a picture as PNG, for formats that browsers cannot show. */
export async function drawPicture(bytes: Uint8Array, page: number): Promise<Uint8Array<ArrayBuffer>> {
  const size = pictureSize(bytes);
  const picture = size && pictureOfPage(bytes, size, page);
  if (!picture) throw new ParseError('unsupported', `It is not a picture, or has no page ${page}.`);
  const engine = await (opened ??= OcrEngine.open());
  return engine.asPng(picture);
}

interface Pictures {
  picture(page: number): Promise<OcrPicture | null>;
  close(): Promise<void>;
}

async function openPictures(bytes: Uint8Array): Promise<Pictures> {
  const size = pictureSize(bytes);
  if (size)
    return {
      picture: (page) => Promise.resolve(pictureOfPage(bytes, size, page)),
      close: () => Promise.resolve(),
    };
  const pdf = await openPdfPictures(bytes);
  return {
    picture: async (page) => {
      const found = await pdf.picture(page);
      if (!found) return null;
      const { picture, isPartial } = found;
      return { bytes: portableGrey(picture), width: picture.width, height: picture.height, isPartial };
    },
    close: () => pdf.close(),
  };
}

function pictureOfPage(bytes: Uint8Array, size: PictureSize, page: number): OcrPicture | null {
  const found = size.pages[page - 1];
  if (!found) return null;
  const { width, height, directory } = found;
  const own = directory === null ? { bytes, orientation: size.orientation } : tiffPage(bytes, directory);
  const isTurned = directory !== null && own.orientation >= 5;
  // A photo may be half in shadow. A scanner lights the page evenly, and a single threshold keeps fine rules better.
  const isPhoto = size.mediaType === 'image/jpeg' || size.mediaType === 'image/webp';
  return {
    ...own,
    // The size of the picture as stored.
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    thresholding: isPhoto ? 'around' : 'whole',
  };
}

/** Reads the pages of one document. The script of the last page is tried first. */
class PageReader {
  readonly #settings: OcrSettings;
  #groups: string[];

  constructor(settings: OcrSettings) {
    this.#settings = settings;
    const languages = settings.languages ?? [...installedLanguages(settings.folder).keys()];
    // By default English comes first, because it is always installed.
    this.#groups = languageGroups(
      settings.languages ??
        languages.toSorted((one, other) => Number(other === 'eng') - Number(one === 'eng')),
    );
  }

  async read(picture: OcrPicture): Promise<OcrPage> {
    const engine = await (opened ??= OcrEngine.open());
    let best: { page: OcrPage; confidence: number; group: string } | null = null;
    for (const group of this.#groups) {
      engine.use(group, this.#settings.folder);
      const found = readStraightened((angle) => engine.read(picture, angle));
      if (!best || found.confidence > best.confidence) best = { ...found, group };
      if (found.confidence >= RIGHT_SCRIPT || found.page.paragraphs.length === 0) break;
    }
    if (!best) throw new ParseError('unsupported', 'No language for OCR is set.');
    const { group } = best;
    this.#groups = [group, ...this.#groups.filter((other) => other !== group)];
    return best.page;
  }
}

/** KB-9: settings for OCR. */
export interface OcrSettings {
  /** Tesseract codes such as `eng` and `deu`; null: all that are installed. */
  languages: readonly string[] | null;
  /** Folder with the user's own language data: `deu.traineddata` or `deu.traineddata.gz`. */
  folder: string | null;
}

/** Stores pages read by OCR, by the hash of their file, so none is read twice. */
export interface OcrPages {
  /** Packed by `packOcrPage`. */
  find(contentHash: string): Promise<Map<number, Uint8Array>>;
  keep(contentHash: string, page: number, packed: Uint8Array): Promise<void>;
}
