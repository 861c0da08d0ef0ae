import { packageUrl } from '@ibid/retrieval/internal';
import { writeInThread } from '@ibid/core/internal/threads';
import type { CitedExport } from './cited-export.js';
import { toBibtex, toCsl } from './to-bibliography.js';
import { toMarkdown } from './to-markdown.js';

type Formatted = [content: string | Uint8Array<ArrayBuffer>, ending: string, mediaType: string];

/** ANS-4: exports in the requested format, with file extension and media type. */
export async function formatted(
  cited: CitedExport,
  format: 'footnotes' | 'html' | 'docx' | 'bibtex' | 'csl',
  { owner }: { owner: string },
): Promise<Formatted> {
  switch (format) {
    case 'footnotes':
      return [toMarkdown(cited), '.md', 'text/markdown; charset=utf-8'];
    case 'html':
      return [(await import('./to-html.js')).toHtml(cited), '.html', 'text/html; charset=utf-8'];
    case 'bibtex':
      return [toBibtex(cited), '.bib', 'application/x-bibtex; charset=utf-8'];
    case 'csl':
      return [toCsl(cited), '.json', 'application/vnd.citationstyles.csl+json'];
    case 'docx':
      return [
        // A worker cannot run TypeScript; when started from sources, it uses the built file.
        await writeInThread(packageUrl(import.meta.url, 'lib/export/docx-worker.js'), cited, { owner }),
        '.docx',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      ];
  }
}
