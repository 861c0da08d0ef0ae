export { packOcrPage, unpackOcrPage } from './ocr-page.js';
export type { OcrPage, OcrWord } from './ocr-page.js';
export { hasOcrProgram, installedLanguages } from './ocr-program.js';
export type { OcrPages, OcrSettings } from './recognise-pages.js';
