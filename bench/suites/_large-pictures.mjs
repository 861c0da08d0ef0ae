// Scans for the suite `large`: a book of very many pages, and images of very many pixels.
import { crc32, deflateSync } from 'node:zlib';
import { launchBrowser } from '../../scripts/browser.mjs';

/** The text of a scanned page. */
export const pageText = (page) => `Page ${page} of the log: berth ${page % 97} was free.`;

/** A PDF whose pages are small 1-bit images of one line each. */
export async function scannedBook(pages) {
  const browser = await launchBrowser('--font-render-hinting=none');
  const sheet = await browser.newPage();
  const [width, height] = [880, 72];
  const pictures = [];
  for (let from = 1; from <= pages; from += 200) {
    const texts = Array.from({ length: Math.min(200, pages - from + 1) }, (_, place) =>
      pageText(from + place),
    );
    pictures.push(...(await sheet.evaluate(drawLines, { texts, width, height })));
  }
  await browser.close();
  return pdfOfPictures(
    pictures.map((bits) => ({ width, height, data: deflateSync(Buffer.from(bits, 'base64')) })),
  );
}

/** Runs in the browser: black on white, one bit per pixel. */
function drawLines({ texts, width, height }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return texts.map((text) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    context.font = "34px 'DejaVu Sans'";
    context.fillText(text, 24, 48);
    const { data } = context.getImageData(0, 0, width, height);
    const bits = new Uint8Array((width / 8) * height);
    for (let at = 0; at < width * height; at += 1) if (data[at * 4] > 127) bits[at >> 3] |= 128 >> (at & 7);
    return btoa(String.fromCharCode(...bits));
  });
}

const DPI = 200;

/** One page for each image, which fills it. */
export function pdfOfPictures(pictures) {
  const parts = [];
  const places = [];
  let size = 0;
  const put = (...pieces) => {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      parts.push(bytes);
      size += bytes.length;
    }
  };
  const object = (number, ...pieces) => {
    places[number] = size;
    put(`${number} 0 obj\n`, ...pieces, '\nendobj\n');
  };
  put('%PDF-1.5\n');
  const kids = pictures.map((_, place) => `${3 + 3 * place} 0 R`).join(' ');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Count ${pictures.length} /Kids [${kids}] >>`);
  for (const [place, { width, height, data }] of pictures.entries()) {
    const own = 3 + 3 * place;
    const [across, down] = [(width * 72) / DPI, (height * 72) / DPI].map((length) => length.toFixed(2));
    const content = `q ${across} 0 0 ${down} 0 0 cm /Im0 Do Q`;
    object(
      own,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${own + 1} 0 R /Resources << /XObject << /Im0 ${own + 2} 0 R >> >> >>`,
    );
    object(own + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    object(
      own + 2,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
      data,
      '\nendstream',
    );
  }
  const at = size;
  const lines = places
    .slice(1)
    .map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
    .join('');
  put(
    `xref\n0 ${places.length}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return Buffer.concat(parts);
}

/** White, one bit per pixel. */
export function whitePng(width, height) {
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  row[0] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc(row.length * height);
  for (let number = 0; number < height; number += 1) row.copy(rows, number * row.length);
  const chunk = (name, data) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** White as well, as the only image of a PDF. */
export function whitePdf(width, height) {
  return pdfOfPictures([{ width, height, data: deflateSync(Buffer.alloc((width / 8) * height, 0xff)) }]);
}
