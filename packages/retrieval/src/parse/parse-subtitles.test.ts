import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const read = (text: string, name: string) => parseDocument({ bytes: strToU8(text), name });

describe('KB-1 subtitles', () => {
  it('SubRip: times as headings, a new one after a pause', async () => {
    const document = await read(
      '1\n00:00:01,000 --> 00:00:03,500\n<i>High water</i> is at noon.\n\n2\n00:00:03,600 --> 00:00:06,000\n{\\an8}The quay is closed.\n\n3\n01:02:03,000 --> 01:02:05,000\nAt last!\n',
      'talk.srt',
    );
    expect(document.text).toBe(
      '## 00:00:01–00:00:06\n\nHigh water is at noon.\nThe quay is closed.\n\n## 01:02:03–01:02:05\n\nAt last!',
    );
    expect(document).toMatchObject({ mediaType: 'application/x-subrip', metadata: { duration: '01:02:05' } });
  });

  it('WebVTT: who speaks, notes left out, hours optional', async () => {
    const document = await read(
      'WEBVTT - Harbour talk\n\nNOTE made by hand\n\nSTYLE\n::cue { color: red }\n\nintro\n00:05.000 --> 00:07.000 align:start\n<v Ann Lee>Who is there? &amp; why?\n\n00:08.000 --> 00:09.000\n<v.loud Bob>Me.</v>\n',
      'talk.vtt',
    );
    expect(document.title).toBe('Harbour talk');
    expect(document.text).toBe('## 00:00:05–00:00:09\n\nAnn Lee: Who is there? & why?\nBob: Me.');
  });

  it('a stretch is a minute at most, and text without times is text', async () => {
    const cue = (index: number) =>
      `${index}\n00:${String(Math.floor(index / 20)).padStart(2, '0')}:${String((index % 20) * 3).padStart(2, '0')},000 --> 00:${String(Math.floor(index / 20)).padStart(2, '0')}:${String((index % 20) * 3 + 2).padStart(2, '0')},900\nWord ${index}.\n\n`;
    const document = await read(Array.from({ length: 60 }, (_, index) => cue(index)).join(''), 'long.srt');
    expect(document.blocks.filter(({ kind }) => kind === 'heading').length).toBeGreaterThanOrEqual(3);
    expect((await read('Only words.', 'talk.srt')).mediaType).toBe('text/plain');
  });
});
