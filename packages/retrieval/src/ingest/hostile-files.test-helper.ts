import { deflateSync } from 'node:zlib';

const MEGABYTE = 2 ** 20;

/** A PDF of a few kilobytes whose page unpacks to the given number of megabytes. */
export function pdfBomb(options: { megabytes: number; packedTimes: number; operators?: string }): Buffer {
  let stream: Buffer = Buffer.alloc(options.megabytes * MEGABYTE, options.operators ?? ' ');
  for (let time = 0; time < options.packedTimes; time += 1) stream = deflateSync(stream, { level: 1 });
  const filters = '/FlateDecode '.repeat(options.packedTimes);
  return pdfOf(
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  );
}

/** A small PDF that keeps its reader busy for long without using much memory. */
export function slowPdf(): Buffer {
  return pdfBomb({ megabytes: 120, packedTimes: 2, operators: 'q Q\n' });
}

/** A PDF of one page with the operators in `content`. */
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
