import { describe, expect, it } from 'vitest';
import { documentDate } from '../knowledge/item-date.js';
import { parseDocument } from './parse-document.js';
import { statedDate } from './stated-date.js';
import { statedVersion } from './stated-version.js';
import { replacesByCode } from './version-codes.js';

describe('KB-11 the date that a text states of itself', () => {
  it.each([
    ['Price list\n\nValid from 1 January 2026\n\nOak', '2026-01-01'],
    ['Safety rules\nVersion 3, March 2026\n', '2026-03'],
    ['Safety rules | Revision 2.1 | 5 March 2026', '2026-03-05'],
    ['Leave policy\nVersion 3, March 2026\nEffective from 1 April 2026', '2026-03'],
    ['Hausordnung\nGültig ab 1. Mai 2025', '2025-05-01'],
    ['Preisliste (Stand: 01.02.2026)', '2026-02-01'],
    ['Minutes\nDate: 2026-02-03', '2026-02-03'],
    [
      'Guideline\n\nVersion 3.0, approved 9 September 2025 by the Committee. Author: Dr Oyelaran, of the ward for diseases of the blood. This version replaces version 2.0 of March 2023.',
      '2025-09-09',
    ],
    ['Offer\nDated March 3rd, 2026', '2026-03-03'],
    ['Quay wall\n\nReport QW-22, November 2022.\n\nThe wall is sound.', '2022-11'],
    ['Quay wall\n\nReport QW-24, October 2024, replaces report QW-22 of November 2022.', '2024-10'],
    ['Marlow kiln\n\nSurvey KS-25, June 2025. Surveyor: Ada Finch.', '2025-06'],
    ['Library roof\n\nDate of visit: 11 March 2025. Weather: dry.', '2025-03-11'],
    [
      `# Choir: minutes\n\n4 May 2026, Parish hall. Present: ${'Ada Finch, '.repeat(12)}and Jo Lund.\n\nNext meeting: 9 June 2026.`,
      '2026-05-04',
    ],
    ['Dear Jo\n\n2026-05-04', '2026-05-04'],
    ['Log\n\n3 May 2024 was a warm day.\n\nMore.', null],
    ['Log\n\n3 May 2024, the day we sailed, was warm.', null],
    ['Log\n\nThe ship sails.\n\nIt is old.\n\n3 May 2024, Hull.', null],
    ['# Mooring rules, version 2 (2021)\n\nNo fires.', '2021'],
    ['# Rope list, 18 March 2025\n\nHemp.', '2025-03-18'],
    ['# Harbour news, June 2025\n\nWelcome.', '2025-06'],
    ['## Prices (2019)\n\nRope is dear.', null],
    ['# The flood of 1953\n\nThe water rose.', null],
    ['# Offer 24-117\n\nTo the harbour board, Tarn. 28 November 2024.\n\nRope.', '2024-11-28'],
    ['NOTES\nAda Finch, 24 June 2025\n\nRope.', '2025-06-24'],
    ['# Brief\n\nLindau, den 14. April 2025\n\nLiebe Ada,', '2025-04-14'],
    [
      '# Slip repair\n\nTarn Ferry Company Limited 20 March 2026\n\nAda Finch\n\nDear Ms Finch,',
      '2026-03-20',
    ],
    ['# Slip repair\n\nAda Finch\n\nTarn\n\nHull\n\n20 March 2026\n\nDear Ms Finch,', '2026-03-20'],
    ['# Slip\n\nYour letter of 3 March 2026\n\nDear Ms Finch,', null],
    ['# Spring Fair\n\nTarn Village Hall 20 March 2026\n\nAll are welcome.', null],
    ['# Handover\n\nFrom Ada Finch to Jo Lund, 28 May 2026\n\nKeys.', '2026-05-28'],
    [
      '# Berth 7\n\nDated 18 May 2019 between Tarn Ferry and Steam Packet Company Limited of Tarn Quay (the Owner) and Ida Holm (the Tenant).',
      '2019-05-18',
    ],
    [
      'CORRECTION TO THE MINUTES OF 17 MARCH 2026\n\nCirculated by Ada Finch, Secretary, on 2 April 2026.\n\nItem 2',
      '2026-04-02',
    ],
    ['# Correction to the minutes of 17 March 2026\n\nThe hall was full.', null],
    ['# Log\n\nWe sailed on Friday, 31 May 2024.', null],
    ['# Rope policy 2025\n\nAdopted by the board on 18 March 2025. It holds.', '2025-03-18'],
    // After a long paragraph, a date is no longer right below the title.
    [`# Choir\n\nPresent: ${'Ada Finch, '.repeat(14)}and Jo.\n\nRope.\n\n20 May 2025.`, null],
    ['Next inspection: May 2027.', null],
    ['Report the damage by 5 May 2026.', null],
    // A sentence, another date, two that differ, one that does not exist, one far below.
    ['Effective from 1 January 2027 the rent rises to 900.', null],
    ['Invoice\nDue date: 5 May 2026', null],
    ['Boiler test\n\nDate of visit: 3 March 2025\n\nDate of report: 10 March 2025', '2025-03-10'],
    ['Date of this certificate: 2 June 2024', '2024-06-02'],
    ['Prüfung\n\nBerichtsdatum: 4. Juni 2024', '2024-06-04'],
    ['Date of last report: 10 March 2025', null],
    ['Geburtsdatum: 4. Juni 1984', null],
    ['Date of birth: 5 May 1980', null],
    ['Date: 5 May 2026\nLast updated: 7 June 2026', null],
    ['Date: 31 February 2026', null],
    [`Report\n${'A line of text.\n'.repeat(20)}Date: 5 May 2026`, null],
  ])('%j: %s', (text, expected) => {
    expect(statedDate(text)).toBe(expected);
  });

  it('goes before a stamp that a program set, and behind a date that was given', async () => {
    const html = (head: string) =>
      new TextEncoder().encode(
        `<html><head>${head}</head><body><h1>Rules</h1><p>Version 3, March 2026</p><p>No smoking here.</p></body></html>`,
      );
    const read = async (head: string) =>
      (await parseDocument({ bytes: html(head), name: 'rules.html' })).metadata;
    expect(await read('')).toMatchObject({ date: '2026-03' });
    const given = '<meta property="article:published_time" content="2025-01-02">';
    expect(await read(given)).toMatchObject({ date: '2025-01-02' });
  });

  it('KB-11 comes with what it replaces, by the code in the title or in the name of the file', () => {
    const first = '# Lift inspection LI-24-077\n\nDate of report: 4 May 2024\n\nThe rope is worn.';
    const second =
      '# Lift inspection LI-24-077-B2\n\nCorrected report. It replaces report LI-24-077 of 4 May 2024. The rope is sound.';
    const versioned = (title: string, text: string) => ({ title, version: statedVersion(text) });
    const [old, next] = [versioned('scan 3', first), versioned('scan 4', second)];
    expect([replacesByCode(next, old), replacesByCode(old, next), replacesByCode(next, next)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(replacesByCode(next, versioned('lift-LI-24-077', 'The rope is worn.'))).toBe(true);
    expect(replacesByCode(next, versioned('lift-XLI-24-077', 'The rope is worn.'))).toBe(false);
  });

  it('is the year in a title, before the day the file was made', async () => {
    const read = async (created: string) => {
      const html = `<html><head><meta name="created" content="${created}"><title>Quay rules (2021)</title></head><body><p>No smoking here.</p></body></html>`;
      const { metadata } = await parseDocument({ bytes: new TextEncoder().encode(html), name: 'quay.html' });
      return documentDate(metadata)?.value;
    };
    expect(await read('2026-11-17')).toBe('2021-01-01');
  });

  it('is else the day in the name of the file', async () => {
    const dateIn = async (name: string) =>
      (await parseDocument({ bytes: new TextEncoder().encode('The rope was tarred.'), name })).metadata[
        'date'
      ];
    expect(await dateIn('choir-2025-02-20.txt')).toBe('2025-02-20');
    for (const name of ['choir-2025.txt', 'choir-2025-02-31.txt', 'part-12025-02-201.txt'])
      expect(await dateIn(name)).toBeUndefined();
  });

  it('titles a text file by its first line only where that is clearly a title', async () => {
    const titled = async (text: string, name = 'note-7.txt') =>
      (await parseDocument({ bytes: new TextEncoder().encode(text), name })).title;
    expect(await titled('Cleaning contract 2026\n\nThe notice is three months.')).toBe(
      'Cleaning contract 2026',
    );
    expect(await titled('Tide tables\n===========\n\nHigh water is at noon.')).toBe('Tide tables');
    for (const first of [
      'Dear Mr Holt',
      'The rent was paid.',
      'From: Ann',
      '- rope',
      '12 - 14',
      'rope and tar'.repeat(9),
    ])
      expect(await titled(`${first}\n\nMore text below.`)).toBe('note-7');
    const contract = 'EMPLOYMENT CONTRACT\n\nThe notice is three months.';
    expect(await titled(contract, '05-employment-contract-holt.txt')).toBe('05-employment-contract-holt');
    expect(await titled(contract, '05-contract-employment.txt')).toBe('EMPLOYMENT CONTRACT');
    expect(await titled('Two lines\nof one paragraph\n\nMore.')).toBe('note-7');
    expect(await titled('A line alone')).toBe('note-7');
  });
});
