// An XLSX file of very many rows for the suite `large`, streamed to disk.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { crc32, createDeflateRaw } from 'node:zlib';

const REGIONS = ['North', 'South', 'East', 'West'];
/** One row of the sheet, without its number. */
export const sheetRow = (number) => ({
  region: REGIONS[number % 4],
  amount: (number * 37) % 1000,
  year: 2000 + (number % 25),
});

/** Streams an XLSX of this many rows to disk, without holding the rows in memory. */
export async function writeSheet(path, rows) {
  const file = createWriteStream(path);
  const entries = [];
  let at = 0;
  const put = async (bytes) => {
    at += bytes.length;
    if (!file.write(bytes)) await once(file, 'drain');
  };
  const entry = async (name, pieces) => {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    // Sizes and checksum follow the data.
    local.writeUInt16LE(0x0008, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const start = at;
    await put(Buffer.concat([local, Buffer.from(name)]));
    const deflate = createDeflateRaw({ level: 1 });
    const [sizes, packed] = [{ plain: 0, packed: 0, sum: 0 }, []];
    deflate.on('data', (piece) => packed.push(piece));
    const drain = async () => {
      for (const piece of packed.splice(0)) {
        sizes.packed += piece.length;
        await put(piece);
      }
    };
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      sizes.plain += bytes.length;
      sizes.sum = crc32(bytes, sizes.sum);
      if (!deflate.write(bytes)) await once(deflate, 'drain');
      await drain();
    }
    const ended = once(deflate, 'end');
    deflate.end();
    await ended;
    await drain();
    const after = Buffer.alloc(16);
    after.writeUInt32LE(0x08074b50, 0);
    [sizes.sum, sizes.packed, sizes.plain].forEach((value, place) =>
      after.writeUInt32LE(value, 4 + 4 * place),
    );
    await put(after);
    entries.push({ name, start, ...sizes });
  };
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = 'http://schemas.openxmlformats.org/package/2006';
  await entry('[Content_Types].xml', [
    `${xml}<Types xmlns="${parts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ]);
  await entry('_rels/.rels', [
    `${xml}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ]);
  await entry('xl/workbook.xml', [
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ]);
  await entry('xl/_rels/workbook.xml.rels', [
    `${xml}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ]);
  await entry('xl/worksheets/sheet1.xml', sheetXml(rows, `${xml}<worksheet xmlns="${main}"><sheetData>`));
  const directory = Buffer.concat(
    entries.map(({ name, start, sum, packed, plain }) => {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(0x0008, 8);
      head.writeUInt16LE(8, 10);
      [sum, packed, plain].forEach((value, place) => head.writeUInt32LE(value, 16 + 4 * place));
      head.writeUInt16LE(name.length, 28);
      head.writeUInt32LE(start, 42);
      return Buffer.concat([head, Buffer.from(name)]);
    }),
  );
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  file.end(Buffer.concat([directory, end]));
  await once(file, 'close');
}

function* sheetXml(rows, start) {
  const text = (value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  yield `${start}<row>${['Id', 'Region', 'Amount', 'Year'].map(text).join('')}</row>`;
  for (let from = 0; from < rows; from += 1000) {
    let piece = '';
    for (let number = from; number < Math.min(rows, from + 1000); number += 1) {
      const { region, amount, year } = sheetRow(number);
      piece += `<row><c><v>${number}</v></c>${text(region)}<c><v>${amount}</v></c><c><v>${year}</v></c></row>`;
    }
    yield piece;
  }
  yield '</sheetData></worksheet>';
}
