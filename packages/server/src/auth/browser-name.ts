/** The first match counts: many browsers also claim to be others. */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\b(?:OPR|Opera)\//u, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/\b(?:iPhone|iPad)\b/u, 'iOS'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** Enough for users to tell their sessions apart: `Firefox on Linux`. Nothing else of the header is stored. */
export function browserName(userAgent: string): string {
  const find = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? 'Another program';
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
