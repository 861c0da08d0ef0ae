/** A name as people know it; folders of an upload stay, whatever leads out of it or hides something goes. */
export function safeName(name: string | undefined): string {
  const parts = (name ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .split(/[\\/]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/').slice(-500) || 'file';
}
