import { join } from 'node:path';
import type { OcrSettings } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';

type OcrServices = Pick<Services, 'settings' | 'options'>;

/**
 * KB-9: how pictures are read; null: not at all, by the settings or by `IBID_OCR=off`. Language data of one's own is in the
 * folder `ocr` of the data folder.
 */
export async function ocrSettings(services: OcrServices): Promise<OcrSettings | null> {
  const { ocr } = await readSystemSettings(services.settings);
  if (!ocr.enabled || services.options.environment['IBID_OCR'] === 'off') return null;
  return { languages: ocr.languages, folder: join(services.options.dataFolder, 'ocr') };
}
