import { ScanText } from 'lucide-react';
import type { Passage } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';

/** KB-9: says that a passage was read by OCR, with the confidence and the unclear words. */
export function OcrLine({ ocr }: { ocr: Passage['ocr'] }) {
  if (ocr === undefined) return null;
  const isDoubtful = ocr.doubtful.length > 0;
  return (
    <p
      className={`mt-1 flex items-start gap-1.5 text-xs break-words ${isDoubtful ? 'text-weak' : 'text-soft'}`}
      data-testid="ocr-line"
    >
      <ScanText size={14} className="mt-px shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        {texts.citations.readByOcr(ocr.confidence)}
        {isDoubtful ? ` ${texts.citations.notReadClearly(ocr.doubtful)}` : ''}
      </span>
    </p>
  );
}
