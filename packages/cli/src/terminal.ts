import { styleText } from 'node:util';

/** Capabilities of the output. Nothing is coloured, linked or redrawn when it goes to a file or a pipe. */
export interface Terminal {
  isInteractive: boolean;
  /** Whether a user reads the output directly: Markdown is then rendered, elsewhere left as it is. */
  showsMarkdown: boolean;
  columns: number;
  bold: (text: string) => string;
  dim: (text: string) => string;
  italic: (text: string) => string;
  underline: (text: string) => string;
  red: (text: string) => string;
  green: (text: string) => string;
  yellow: (text: string) => string;
  cyan: (text: string) => string;
  /** An OSC 8 hyperlink if supported; otherwise the bare text. */
  link: (text: string, address: string) => string;
}

export interface TerminalOptions {
  isTerminal: boolean;
  columns?: number | undefined;
  environment: Record<string, string | undefined>;
}

export function createTerminal({ isTerminal, columns, environment }: TerminalOptions): Terminal {
  const isDumb = environment['TERM'] === 'dumb';
  const forced = environment['FORCE_COLOR'] !== undefined && environment['FORCE_COLOR'] !== '0';
  const colours = forced || (isTerminal && !isDumb && environment['NO_COLOR'] === undefined);
  const links = colours && environment['IBID_NO_LINKS'] === undefined;
  // The code above decides what the stream can show; Node's own detection only considers standard output.
  const paint = (style: Parameters<typeof styleText>[0]) => (text: string) =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  return {
    isInteractive: isTerminal && !isDumb,
    showsMarkdown: isTerminal && !isDumb && colours,
    columns: Math.max(40, columns ?? 80),
    bold: paint('bold'),
    dim: paint('dim'),
    italic: paint('italic'),
    underline: paint('underline'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
    link: (text, address) =>
      links ? `\u001B]8;;${withoutControls(address)}\u001B\\${text}\u001B]8;;\u001B\\` : text,
  };
}

// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** Text of documents and models must not control the terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

/** Text of documents on one line. */
export function oneLine(text: string): string {
  return withoutControls(text.replaceAll(/\s+/gu, ' ')).trim();
}
