import { DocumentBuilder } from './document-builder.js';
import { parseXml } from './dom.js';
import { officeProperties } from './office-properties.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { relativePart } from './relative-part.js';
import { titleFromName } from './title-from-name.js';
import { writeSlide, writeSlideNotes } from './write-slide.js';
import { ZipArchive } from './zip-archive.js';

export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

const PRESENTATION = 'ppt/presentation.xml';

/** Slides are pages. Each starts with its title as a heading and ends with its notes. */
export function parsePptx(input: ParseInput): ParsedDocument {
  const archive = new ZipArchive(input);
  const builder = new DocumentBuilder(input.limits);
  for (const name of slideNames(archive)) {
    const xml = archive.readText(name);
    if (xml === null) continue;
    builder.startPage();
    writeSlide(parseXml(xml), builder);
    const notes = [...relationsOf(archive, name).values()].find((target) => target.includes('notesSlide'));
    const notesXml = notes ? archive.readText(notes) : null;
    if (notesXml) writeSlideNotes(parseXml(notesXml), builder);
  }
  const { title, metadata } = officeProperties(archive);
  return builder.finish({ title: title || titleFromName(input.name), mediaType: PPTX, metadata });
}

/** In presentation order, which the file names do not follow. */
function slideNames(archive: ZipArchive): string[] {
  const xml = archive.readText(PRESENTATION);
  if (xml === null)
    throw new ParseError('damaged', 'The file is damaged: the presentation in it is missing.');
  const relations = relationsOf(archive, PRESENTATION);
  // Each slide once, however often it is listed.
  const names = new Set<string>();
  for (const slide of parseXml(xml).getElementsByTagName('p:sldId')) {
    const target = relations.get(slide.getAttribute('r:id') ?? '');
    if (target) names.add(target);
  }
  return [...names];
}

function relationsOf(archive: ZipArchive, name: string): Map<string, string> {
  const slash = name.lastIndexOf('/') + 1;
  const xml = archive.readText(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`);
  const relations = new Map<string, string>();
  if (xml === null) return relations;
  for (const relation of parseXml(xml).getElementsByTagName('Relationship')) {
    const target = relativePart(name, relation.getAttribute('Target') ?? '');
    const id = relation.getAttribute('Id');
    if (id && target) relations.set(id, target);
  }
  return relations;
}
