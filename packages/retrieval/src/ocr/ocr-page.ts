import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** KB-9: a word read by OCR. */
export interface OcrWord {
  text: string;
  /** Left, top, right and bottom, as shares of the page from 0 to 1. */
  box: [number, number, number, number];
  /** 0 to 100. */
  confidence: number;
}

/** KB-9: a page read by OCR: paragraphs of lines of words, in reading order. */
export interface OcrPage {
  paragraphs: OcrWord[][][];
  /** The languages it was read with, as Tesseract names them: `eng+deu`. Empty: there was no picture. */
  languages: string;
  /** Why some or all of it could not be read. */
  problem?: string;
}

/** Words below this are doubtful: no claim based on one counts as supported. */
export const DOUBTFUL_BELOW = 60;
/** Boxes are stored to a ten-thousandth of the page, finer than a dot of a scan. */
const STEPS = 10_000;
/** More than any page unpacks to. Stored data is not trusted blindly. */
const MOST_BYTES = 64 * 2 ** 20;

type PackedWord = [text: string, ...numbers: number[]];

interface PackedPage {
  l: string;
  p?: string;
  w: PackedWord[][][];
}

/** The form in which pages are stored and sent: about four kilobytes for a full page. */
export function packOcrPage({ paragraphs, languages, problem }: OcrPage): Uint8Array<ArrayBuffer> {
  const packed: PackedPage = {
    l: languages,
    ...(problem === undefined ? {} : { p: problem }),
    w: paragraphs.map((lines) =>
      lines.map((words) =>
        words.map(({ text, box, confidence }) => [
          text,
          ...box.map((share) => Math.round(share * STEPS)),
          Math.round(confidence),
        ]),
      ),
    ),
  };
  return new Uint8Array(deflateRawSync(JSON.stringify(packed)));
}

export function unpackOcrPage(bytes: Uint8Array): OcrPage {
  const { l, p, w } = JSON.parse(
    inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8'),
  ) as PackedPage;
  const toWord = ([text, left = 0, top = 0, right = 0, bottom = 0, confidence = 0]: PackedWord): OcrWord => ({
    text,
    box: [left / STEPS, top / STEPS, right / STEPS, bottom / STEPS],
    confidence,
  });
  return {
    paragraphs: w.map((lines) => lines.map((words) => words.map(toWord))),
    languages: l,
    ...(p === undefined ? {} : { problem: p }),
  };
}
