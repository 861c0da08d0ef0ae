import { plainName } from '@ibid/retrieval/internal';

const LONGEST = 60;
const segmenter = new Intl.Segmenter();

/** FLOW-10 without a model: the first sentence of the first message, cut at a word boundary. */
export function makeTitle(text: string): string {
  const plain = plainName(text.replaceAll(/```[\s\S]*?(?:```|$)/gu, ' ').replaceAll(/\p{Cc}+/gu, ' '));
  const sentence = /^.{8,}?[.!?。？！](?=\s|$)/u.exec(plain)?.[0] ?? plain;
  const bare = sentence.replace(/[.。]$/u, '');
  if (bare.length <= LONGEST) return bare;
  const characters = [...segmenter.segment(bare.slice(0, LONGEST * 8))];
  if (characters.length <= LONGEST) return bare;
  const cut = characters
    .slice(0, LONGEST)
    .map(({ segment }) => segment)
    .join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
