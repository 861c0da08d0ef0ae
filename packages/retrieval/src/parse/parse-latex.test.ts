import { strToU8 } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const read = (text: string) => parseDocument({ bytes: strToU8(text), name: 'tides.tex' });

describe('KB-1 LaTeX', () => {
  it('reads what people read: headings, prose, lists, tables, code, and mathematics as written', async () => {
    const document = await read(
      String.raw`\documentclass[11pt]{article}
\usepackage{amsmath} % a comment
\title{Tides of \emph{Ebbwick}}
\author{J\"org M\"uller \and Ann}
\begin{document}
\maketitle
\section{High water}\label{sec:high}
The level is $h = \frac{a}{b}$ at 100\% of \textbf{all days}~\cite{ann2020}; see Section~\ref{sec:low}.\footnote{Since 2019.}

Second paragraph --- with ` +
        "``quotes''" +
        String.raw` \& caf\'e.
\begin{equation}
E = mc^2
\end{equation}
\subsection*{Low water}
\begin{itemize}
\item First
\item[Rule] Second \begin{itemize}\item Inner\end{itemize}
\end{itemize}
\begin{table}[h]\caption{Berths}\begin{tabular}{l|r}
\hline Berth & Length \\ \hline
North & 140\,m \\
\end{tabular}\end{table}
\begin{verbatim}
x = {1} % kept
\end{verbatim}
\end{document} ignored`,
    );
    expect(document.title).toBe('Tides of Ebbwick');
    expect(document.metadata['author']).toContain('Jörg Müller');
    expect(
      document.blocks.flatMap(({ kind, label, level }) => (kind === 'heading' ? [[label, level]] : [])),
    ).toEqual([
      ['High water', 2],
      ['Low water', 3],
    ]);
    expect(document.text).toContain(
      'The level is $h = \\frac{a}{b}$ at 100% of all days [ann2020]; see Section [sec:low]. (Since 2019.)',
    );
    expect(document.text).toContain('Second paragraph — with "quotes" & café.');
    expect(document.text).toContain('$$E = mc^2$$');
    expect(document.text).toContain('- First\n- Rule: Second\n- Inner');
    expect(document.text).toContain('| Berth | Length |\n|---|---|\n| North | 140 m |');
    expect(document.text).not.toMatch(/\\section|usepackage|a comment|ignored|\\begin/u);
  });

  it('knows no command that only every object has', async () => {
    const { text } = await read(String.raw`\section{Tides} High \constructor at \toString noon.`);
    expect(text).toMatch(/High\s+at\s+noon/u);
  });

  it('reads or refuses anything', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\\begin{itemize}',
        '\\end{itemize}',
        '\\item',
        '\\section{',
        '}',
        '$',
        '$$',
        '\\[',
        '\\\\',
        '%',
        '\\begin{tabular}',
        '&',
        '\\footnote{',
        '\n\n',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const document = await read(`word ${pieces.join('')}`).catch((error: { code: string }) => error.code);
        if (typeof document === 'string') expect(['damaged', 'empty', 'unsupported']).toContain(document);
        else for (const { end } of document.blocks) expect(end).toBeLessThanOrEqual(document.text.length);
      }),
    );
  });
});
