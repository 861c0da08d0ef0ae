/** A PDF of one page that is a JPEG image, as scanners write it. */
export function scannedPdf({ bytes, width, height, dpi }) {
  const [across, down] = [(width * 72) / dpi, (height * 72) / dpi].map((size) => size.toFixed(2));
  const content = `q ${across} 0 0 ${down} 0 0 cm /Im0 Do Q`;
  const objects = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    ],
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places = [];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    places.push(size());
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n`),
      ...object.map((part) => Buffer.from(part)),
      Buffer.from('\nendobj\n'),
    );
  }
  const at = size();
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
