/** Resolves a part's reference to another part of the archive. Null if it leads outside. */
export function relativePart(from: string, target: string): string | null {
  const [path = ''] = target.split('#');
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of decodeSafely(path).split('/')) {
    if (segment === '..') {
      if (segments.length === 0) return null;
      segments.pop();
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decodeSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
