import { deflateSync } from 'node:zlib';

const MEGABYTE = 2 ** 20;

/** Spaces packed again and again: a few kilobytes that unpack to as many megabytes as are wished for. */
function packedSpaces(megabytes: number, times: number): Buffer {
  let packed: Buffer = deflateSync(Buffer.alloc(megabytes * MEGABYTE, 0x20), { level: 1 });
  for (let time = 1; time < times; time += 1) packed = deflateSync(packed, { level: 9 });
  return packed;
}

/** A PDF of a few kilobytes whose page unpacks to as many megabytes as are wished for. */
export function pdfBomb(options: { megabytes: number; packedTimes: number }): Buffer {
  const stream = packedSpaces(options.megabytes, options.packedTimes);
  const filters = '/FlateDecode '.repeat(options.packedTimes);
  return pdfOf(
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  );
}

/** A PDF of one page that says what the operators in `content` say. */
export function pdfOf(content: Buffer): Buffer {
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    content,
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const write = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    write(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  write(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
