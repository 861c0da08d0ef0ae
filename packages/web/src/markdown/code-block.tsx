import { Check, CodeXml, Copy, Download, Workflow } from 'lucide-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { suggestFileName } from '@ibid/core/internal/browser';
import { saveFile } from '../lib/save-file.js';
import { useCopy } from '../lib/use-copy.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { highlightCode } from './highlight-code.js';
import { fetchPart } from '../lib/lazy-part.js';

const Diagram = lazy(() => fetchPart(() => import('./diagram.js')).catch(() => ({ default: OnlyCode })));

interface CodeNode {
  type: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: unknown[];
}

/** A fenced code block: language, copy, save, and light highlighting without a library. Diagrams are drawn. */
export function CodeBlock({ node }: { node: unknown }) {
  const code = (node as CodeNode | undefined)?.children?.[0] as CodeNode | undefined;
  const text = textOf(code).replace(/\n$/, '');
  const names = code?.properties?.['className'];
  const language = (Array.isArray(names) ? names : [])
    .map(String)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length);
  return <Code text={text} language={language ?? ''} />;
}

const Code = memo(function Code({ text, language }: { text: string; language: string }) {
  const { copied, copy } = useCopy();
  const isDiagram = language === 'mermaid';
  const [drawn, setDrawn] = useState(true);
  const code = <Lines text={text} language={language} />;
  return (
    <div className="code-block overflow-hidden rounded-xl border bg-panel" dir="ltr">
      <div className="flex h-9 items-center gap-2 border-b ps-4 pe-1 font-sans text-xs text-soft">
        <span className="min-w-0 flex-1 truncate">{language}</span>
        {isDiagram ? (
          <IconButton
            small
            label={drawn ? texts.code.showCode : texts.code.showDiagram}
            onClick={() => setDrawn(!drawn)}
          >
            {drawn ? <CodeXml size={14} /> : <Workflow size={14} />}
          </IconButton>
        ) : null}
        <IconButton
          small
          label={texts.code.save}
          onClick={() => saveFile(suggestFileName({ code: text, language }), text)}
        >
          <Download size={14} />
        </IconButton>
        <IconButton small label={copied ? texts.common.copied : texts.code.copy} onClick={() => copy(text)}>
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </IconButton>
      </div>
      {isDiagram && drawn ? (
        <Suspense fallback={code}>
          <Diagram code={text}>{code}</Diagram>
        </Suspense>
      ) : (
        code
      )}
    </div>
  );
});

function Lines({ text, language }: { text: string; language: string }) {
  const tokens = useMemo(() => highlightCode(text, language), [text, language]);
  return (
    <pre
      className="scroll-quiet max-h-[28rem] overflow-auto px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
      tabIndex={0}
      aria-label={texts.code.block(language)}
      role="region"
    >
      <code>
        {tokens.map((token, position) =>
          token.kind === null ? (
            token.text
          ) : (
            <span key={position} className={`token-${token.kind}`}>
              {token.text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
}

/** Fallback if the drawing code cannot be loaded. */
function OnlyCode({ children }: { children: ReactNode }) {
  return children;
}

function textOf(node: CodeNode | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map((child) => textOf(child as CodeNode)).join('');
}
