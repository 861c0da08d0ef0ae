import { webAssembly } from './web-assembly.js';
import type { WebAssemblyMemory } from './web-assembly.js';

/**
 * The two inner loops of semantic search as WebAssembly with wide instructions, written out as bytes: a compiler
 * for some forty instructions would be one more thing to install. Plain JavaScript takes ten times as long.
 */
export interface VectorKernel {
  /** Differing bits between the query and each of `count` codes; written as 16-bit numbers. */
  hamming(query: number, codes: number, count: number, out: number): void;
  /** Dot products of the query with the codes at these positions; written as 32-bit integers. */
  products(query: number, codes: number, positions: number, count: number, bytes: number, out: number): void;
}

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;

const get = (local: number): number[] => [0x20, ...unsigned(local)];
const set = (local: number): number[] => [0x21, ...unsigned(local)];
const constant = (value: number): number[] => [0x41, ...signed(value)];
const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const END = [0x0b];
const IS_ZERO = [0x45];
const LESS = [0x49];
const ADD = [0x6a];
const SUBTRACT = [0x6b];
const MULTIPLY = [0x6c];
const LOAD = [0x28, 2, 0];
const STORE = [0x36, 2, 0];
const STORE_16 = [0x3b, 1, 0];
const LOAD_VECTOR = [...simd(0x00), 0, 0];
const ZERO_VECTOR = [...simd(0x0c), ...Array<number>(16).fill(0)];
const XOR_WORDS = [0x85];
const COUNT_WORD_BITS = [0x7b];
const ADD_WORDS = [0x7c];
const NARROW = [0xa7];
const PAIRS_OF_SHORTS = simd(0x7e);
const ADD_INTEGERS = simd(0xae);
const MULTIPLY_LOW = simd(0x9c);
const MULTIPLY_HIGH = simd(0x9d);
const exitIf = [0x0d, 1];
const repeat = [0x0c, 0];
const repeatIf = [0x0d, 0];

const step = (local: number, by: number[], how: number[] = ADD): number[] => [
  ...get(local),
  ...by,
  ...how,
  ...set(local),
];

const sumOfLanes = (local: number): number[] =>
  [0, 1, 2, 3].flatMap((lane) => [...get(local), ...simd(0x1b), lane, ...(lane > 0 ? ADD : [])]);

/**
 * Locals: 0 query, 1 codes, 2 count, 3 out, then the query's words. Written out for codes of this many bytes, eight at a
 * time: processors count the bits of such a word in one instruction, and of a vector in a dozen.
 */
function hamming(bytes: number): { locals: number[][]; body: number[] } {
  const words = Array.from({ length: bytes / 8 }, (_, word) => word);
  const loadWord = (word: number): number[] => [0x29, 3, ...unsigned(word * 8)];
  return {
    locals: [[...unsigned(words.length), I64]],
    body: [
      words.map((word) => [...get(0), ...loadWord(word), ...set(4 + word)]).flat(),
      BLOCK,
      LOOP,
      get(2),
      IS_ZERO,
      exitIf,
      get(3),
      words
        .map((word) => [
          ...get(1),
          ...loadWord(word),
          ...get(4 + word),
          ...XOR_WORDS,
          ...COUNT_WORD_BITS,
          ...(word > 0 ? ADD_WORDS : []),
        ])
        .flat(),
      NARROW,
      STORE_16,
      step(1, constant(bytes)),
      step(3, constant(2)),
      step(2, constant(1), SUBTRACT),
      repeat,
      END,
      END,
    ].flat(),
  };
}

/** Locals: 0 query, 1 codes, 2 positions, 3 count, 4 bytes, 5 out, 6 offset, 7 code, 8 sum, 9 left, 10 right. */
const PRODUCTS = [
  BLOCK,
  LOOP,
  get(3),
  IS_ZERO,
  exitIf,
  get(2),
  LOAD,
  get(4),
  MULTIPLY,
  get(1),
  ADD,
  set(7),
  ZERO_VECTOR,
  set(8),
  constant(0),
  set(6),
  LOOP,
  get(0),
  get(6),
  ADD,
  LOAD_VECTOR,
  set(9),
  get(7),
  get(6),
  ADD,
  LOAD_VECTOR,
  set(10),
  get(9),
  get(10),
  MULTIPLY_LOW,
  PAIRS_OF_SHORTS,
  get(8),
  ADD_INTEGERS,
  get(9),
  get(10),
  MULTIPLY_HIGH,
  PAIRS_OF_SHORTS,
  ADD_INTEGERS,
  set(8),
  step(6, constant(16)),
  get(6),
  get(4),
  LESS,
  repeatIf,
  END,
  get(5),
  sumOfLanes(8),
  STORE,
  step(2, constant(4)),
  step(5, constant(4)),
  step(3, constant(1), SUBTRACT),
  repeat,
  END,
  END,
].flat();

/** For sign codes of this many bytes, a multiple of 8. */
export function createVectorKernel(memory: WebAssemblyMemory, signBytes: number): VectorKernel {
  const distances = hamming(signBytes);
  const parameters = (count: number): number[] => [0x60, count, ...Array<number>(count).fill(I32), 0];
  const code = (locals: number[][], body: number[]): number[] => {
    const bytes = [locals.length, ...locals.flat(), ...body, ...END];
    return [...unsigned(bytes.length), ...bytes];
  };
  const integers = (count: number): number[] => [count, I32];
  const vectors = (count: number): number[] => [count, V128];
  const bytes = Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [2, ...parameters(4), ...parameters(6)]),
    ...section(2, [1, ...name('host'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [2, 0, 1]),
    ...section(7, [2, ...name('hamming'), 0, 0, ...name('products'), 0, 1]),
    ...section(10, [
      2,
      ...code(distances.locals, distances.body),
      ...code([integers(2), vectors(3)], PRODUCTS),
    ]),
  ]);
  const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes), { host: { memory } });
  return exports as unknown as VectorKernel;
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Non-negative numbers only. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  // The sign is the second highest bit of the last byte.
  for (; rest > 0x3f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
