import { join } from 'node:path';
import type { OcrSettings } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';

type OcrServices = Pick<Services, 'settings' | 'options'>;

/**
 * KB-9: the OCR settings; null if OCR is turned off by the settings or by `IBID_OCR=off`. Custom language data is in
 * the `ocr` folder of the data folder.
 */
export async function ocrSettings(services: OcrServices): Promise<OcrSettings | null> {
  const { ocr } = await readSystemSettings(services.settings);
  if (!ocr.enabled || services.options.environment['IBID_OCR'] === 'off') return null;
  return { languages: ocr.languages, folder: join(services.options.dataFolder, 'ocr') };
}
