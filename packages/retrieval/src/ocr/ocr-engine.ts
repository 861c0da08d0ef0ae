import { createRequire } from 'node:module';
import { ParseError } from '../parse/parse-error.js';
import { portableGrey, type GreyPicture } from './grey-picture.js';
import type { OcrWord } from './ocr-page.js';
import { installedLanguages, languageData, programFile } from './ocr-program.js';
import { pictureOfBits } from './picture-of-bits.js';
import { boxBeforeTurn, worth, type OcrReading } from './straighten.js';
import { withoutGrid } from './without-grid.js';

const load = createRequire(import.meta.url);

/** Uses only the neural network, for which the small language files are made. */
const LSTM_ONLY = 1;
/** Detects columns, tables and rules. Otherwise a page is taken for one block of text. */
const WHOLE_PAGE = '3';
/** A parameter of `WriteImage`. */
const BLACK_AND_WHITE = 2;

/** How ink is detected: by one threshold for the whole page, or by local ones, for pages half in shadow. */
type Thresholding = 'whole' | 'around';
const THRESHOLDING: Record<Thresholding, string> = { whole: '0', around: '2' };

interface Bounds {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface Block {
  paragraphs: {
    lines: {
      words: {
        text: string;
        confidence: number;
        bbox: Bounds;
      }[];
    }[];
  }[];
}

interface Recogniser {
  Init(folder: string, languages: string, mode: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  MeanTextConf(): number;
  /** Writes the current picture to "/image.png": 0 as it is, in colour; 2 in black and white. */
  WriteImage(kind: number): void;
  /** Slope of the lines it found, in radians. */
  GetGradient(): number;
  Clear(): void;
  End(): void;
}

interface TesseractModule {
  FS: {
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    unlink(path: string): void;
  };
  TessBaseAPI: new () => Recogniser;
}

/** A picture in a format the library reads: PNG, JPEG, WebP, TIFF or a plain bitmap. */
export interface OcrPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  thresholding?: Thresholding;
  /** Parts of the page could not be opened. */
  isPartial?: boolean;
}

/**
 * KB-9: Tesseract, compiled to WebAssembly, in this process. Nothing is downloaded: program and language data are
 * installed. It takes some hundred megabytes; a reader process has one.
 */
export class OcrEngine {
  readonly #module: TesseractModule;
  readonly #api: Recogniser;
  #languages = '';

  private constructor(module: TesseractModule) {
    this.#module = module;
    this.#api = new module.TessBaseAPI();
  }

  static async open(): Promise<OcrEngine> {
    const create = load(programFile('tesseract.js-core/tesseract-core-simd-lstm.cjs')) as (options: {
      TesseractProgress: () => void;
      printErr: () => void;
    }) => Promise<TesseractModule>;
    return new OcrEngine(await create({ TesseractProgress: () => undefined, printErr: () => undefined }));
  }

  /** Loads language data on first use; `languages` as in `eng+deu`. */
  use(languages: string, folder: string | null): void {
    if (languages === this.#languages) return;
    const installed = installedLanguages(folder);
    for (const language of languages.split('+')) {
      const path = installed.get(language);
      if (path === undefined) throw notInstalled(language);
      this.#module.FS.writeFile(`/${language}.traineddata`, languageData(path));
    }
    if (this.#languages !== '') this.#api.End();
    this.#languages = '';
    if (this.#api.Init('/', languages, LSTM_ONLY) !== 0)
      throw new ParseError('unreadable', `The language data for ${languages} is damaged: install it again.`);
    this.#api.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
    this.#languages = languages;
  }

  /** The picture as an upright PNG, which every browser shows. */
  asPng(picture: OcrPicture): Uint8Array<ArrayBuffer> {
    // The engine opens nothing without a language.
    if (this.#languages === '') this.use('eng', null);
    return this.#withPicture(picture, 0, () => {
      this.#api.WriteImage(0);
      const png = this.#module.FS.readFile('/image.png').slice();
      this.#module.FS.unlink('/image.png');
      return png;
    });
  }

  /** `angle`: how far to turn the picture first, clockwise in radians. */
  read(picture: OcrPicture, angle = 0): OcrReading {
    this.#api.SetVariable('thresholding_method', THRESHOLDING[picture.thresholding ?? 'whole']);
    const { reading, cleared } = this.#withPicture(picture, angle, () => ({
      reading: this.#recognise(picture, angle),
      cleared: withoutGrid(this.#ink()),
    }));
    if (!cleared) return reading;
    const level = { ...cleared, bytes: portableGrey(cleared) };
    this.#api.SetVariable('thresholding_method', THRESHOLDING.whole);
    const again = this.#withPicture(level, 0, () => this.#recognise(picture, angle));
    const best = worth(again) > worth(reading) ? again : reading;
    // Keep the tilt of the first reading: it came from the lines, and rules are the straightest of them.
    return { ...best, tilt: reading.tilt };
  }

  #recognise(picture: OcrPicture, angle: number): OcrReading {
    this.#api.Recognize(null);
    const { blocks } = JSON.parse(this.#api.GetJSONText()) as { blocks: Block[] | null };
    const paragraphs = paragraphsOf(blocks ?? [], picture, angle);
    const page = { paragraphs, languages: this.#languages };
    return { page, confidence: this.#api.MeanTextConf(), tilt: this.#api.GetGradient() };
  }

  /** The page as it was read: turned, and in black and white. */
  #ink(): GreyPicture {
    this.#api.WriteImage(BLACK_AND_WHITE);
    const png = this.#module.FS.readFile('/image.png');
    this.#module.FS.unlink('/image.png');
    return pictureOfBits(png);
  }

  #withPicture<Result>(picture: OcrPicture, angle: number, work: () => Result): Result {
    this.#module.FS.writeFile('/input', picture.bytes);
    try {
      if (this.#api.SetImageFile(picture.orientation ?? 1, angle) === 1)
        throw new ParseError('damaged', 'The picture is damaged, or Ibid does not read its format.');
      return work();
    } finally {
      this.#api.Clear();
      this.#module.FS.unlink('/input');
    }
  }
}

function paragraphsOf(
  blocks: readonly Block[],
  { width, height, orientation = 1 }: OcrPicture,
  angle: number,
): OcrWord[][][] {
  // A picture taken sideways is turned before it is read.
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const share = (value: number, whole: number) => Math.min(1, Math.max(0, value / whole));
  const boxOf = ({ x0, y0, x1, y1 }: Bounds): OcrWord['box'] => {
    const [left, top, right, bottom] = boxBeforeTurn([x0, y0, x1, y1], angle, across, down);
    return [share(left, across), share(top, down), share(right, across), share(bottom, down)];
  };
  const paragraphs = blocks.flatMap((block) =>
    block.paragraphs.map(({ lines }) =>
      lines
        .map(({ words }) =>
          words
            .filter(({ text }) => text.trim() !== '')
            .map(({ text, confidence, bbox }): OcrWord => ({ text, box: boxOf(bbox), confidence })),
        )
        .filter((words) => words.length > 0),
    ),
  );
  return paragraphs.filter((lines) => lines.length > 0);
}

function notInstalled(language: string): ParseError {
  return new ParseError(
    'unsupported',
    `OCR for “${language}” is not installed: npm install @tesseract.js-data/${language}, or put ${language}.traineddata into the folder “ocr” of the data folder.`,
  );
}
