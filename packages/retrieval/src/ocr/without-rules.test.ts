import { describe, expect, it } from 'vitest';
import type { GreyPicture } from './grey-picture.js';
import { withoutRules } from './without-rules.js';

const [WIDTH, HEIGHT] = [700, 500];

function sheet(...inked: [left: number, top: number, width: number, height: number][]): GreyPicture {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [left, top, width, height] of inked)
    for (let y = top; y < top + height; y += 1) data.fill(0, y * WIDTH + left, y * WIDTH + left + width);
  return { data, width: WIDTH, height: HEIGHT };
}

const inkIn = ({ data }: GreyPicture, left: number, top: number, width: number, height: number) => {
  let ink = 0;
  for (let y = top; y < top + height; y += 1)
    for (let x = left; x < left + width; x += 1) ink += Number((data[y * WIDTH + x] ?? 255) < 150);
  return ink;
};

const RULES: [number, number, number, number][] = [
  ...[100, 150, 200, 250].map((y): [number, number, number, number] => [80, y, 500, 2]),
  ...[80, 330, 578].map((x): [number, number, number, number] => [x, 100, 2, 152]),
];

describe('KB-9 pages with ruled tables', () => {
  it('lose their rules, and no letter: beside a rule, on it, or as thick as a headline', () => {
    const letter: [number, number, number, number] = [120, 115, 4, 20];
    const onRule: [number, number, number, number] = [400, 140, 4, 30];
    const bar: [number, number, number, number] = [100, 400, 300, 14];
    const cleaned = withoutRules(sheet(...RULES, letter, onRule, bar));
    if (!cleaned) throw new Error('no rules found');
    for (const [left, top, width, height] of RULES)
      expect(inkIn(cleaned, left, top, width, height)).toBeLessThan(20);
    expect(inkIn(cleaned, ...letter)).toBe(80);
    expect(inkIn(cleaned, ...onRule)).toBeGreaterThanOrEqual(4 * 26);
    expect(inkIn(cleaned, ...bar)).toBe(300 * 14);
  });

  it('are told from lines under headings and from frames', () => {
    expect(withoutRules(sheet([80, 100, 500, 2], [80, 300, 500, 2]))).toBeNull();
    expect(withoutRules(sheet(...RULES.slice(0, 4)))).toBeNull();
  });
});
