import { decodeTextAs } from './decode-text.js';

/** `\ansicpg` code pages and font character sets, by the names that decoders know. */
const BY_PAGE: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  65_001: 'utf-8',
};
const BY_CHARSET: Record<number, number> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export function pageOfCharset(charset: number): number | null {
  return BY_CHARSET[charset] ?? null;
}

export function decodePage(bytes: readonly number[], page: number): string {
  const name = BY_PAGE[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252');
  return decodeTextAs(Uint8Array.from(bytes), name).text;
}
