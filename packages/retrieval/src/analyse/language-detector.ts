import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Detector = (typeof import('eld/small'))['eld'];

let detector: Detector | null = null;

/**
 * Loaded at its first use, because its tables cost a third of a second and a hundred megabytes. Required, not imported:
 * analysis is synchronous, and Node requires ES modules since 20.19.
 */
export function languageDetector(): Detector {
  if (!detector) {
    const path = fileURLToPath(import.meta.resolve('eld/small'));
    detector = (createRequire(import.meta.url)(path) as typeof import('eld/small')).eld;
  }
  return detector;
}
