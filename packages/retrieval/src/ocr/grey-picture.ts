/** A greyscale picture with one byte per pixel, row by row from the top. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** PGM, the simplest format that every image library reads: a line of text, then the bytes. */
export function portableGrey({ data, width, height }: GreyPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
