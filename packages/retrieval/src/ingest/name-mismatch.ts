/** What files of an extension are, where it leaves no doubt; the end of the media type is enough to tell. */
const PROMISED: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  docx: 'wordprocessingml.document',
  pptx: 'presentationml.presentation',
  xlsx: 'spreadsheetml.sheet',
  epub: 'epub+zip',
  html: 'html',
  htm: 'html',
  eml: 'rfc822',
};

/** A sentence for the report when a file is something else than its name says. */
export function nameMismatch(name: string, mediaType: string): string | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const promised = PROMISED[extension];
  if (promised === undefined || mediaType.endsWith(promised)) return null;
  return `Its name ends in .${extension}, but it was read as ${mediaType}.`;
}
