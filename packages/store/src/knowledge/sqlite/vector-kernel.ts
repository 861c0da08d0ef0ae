import { webAssembly } from './web-assembly.js';
import type { WebAssemblyMemory } from './web-assembly.js';

/**
 * The two inner loops of semantic search as WebAssembly with 128-bit instructions, written out as bytes: a compiler
 * for some forty instructions would be one more thing to install. Plain JavaScript takes ten times as long.
 */
export interface VectorKernel {
  /** Differing bits between the query and each of `count` codes; written as 16-bit numbers. */
  hamming(query: number, codes: number, count: number, bytes: number, out: number): void;
  /** Dot products of the query with the codes at these positions; written as 32-bit integers. */
  products(query: number, codes: number, positions: number, count: number, bytes: number, out: number): void;
}

const I32 = 0x7f;
const V128 = 0x7b;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
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
const XOR = simd(0x51);
const COUNT_BITS = simd(0x62);
const PAIRS_OF_BYTES = simd(0x7d);
const PAIRS_OF_SHORTS = simd(0x7e);
const PAIRS_OF_SHORTS_UNSIGNED = simd(0x7f);
const ADD_SHORTS = simd(0x8e);
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

/** Locals: 0 query, 1 codes, 2 count, 3 bytes, 4 out, 5 offset, 6 sum. */
const HAMMING = [
  BLOCK,
  LOOP,
  get(2),
  IS_ZERO,
  exitIf,
  ZERO_VECTOR,
  set(6),
  constant(0),
  set(5),
  LOOP,
  get(0),
  get(5),
  ADD,
  LOAD_VECTOR,
  get(1),
  get(5),
  ADD,
  LOAD_VECTOR,
  XOR,
  COUNT_BITS,
  PAIRS_OF_BYTES,
  get(6),
  ADD_SHORTS,
  set(6),
  step(5, constant(16)),
  get(5),
  get(3),
  LESS,
  repeatIf,
  END,
  get(6),
  PAIRS_OF_SHORTS_UNSIGNED,
  set(6),
  get(4),
  sumOfLanes(6),
  STORE_16,
  step(1, get(3)),
  step(4, constant(2)),
  step(2, constant(1), SUBTRACT),
  repeat,
  END,
  END,
].flat();

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

export function createVectorKernel(memory: WebAssemblyMemory): VectorKernel {
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
    ...section(1, [2, ...parameters(5), ...parameters(6)]),
    ...section(2, [1, ...name('host'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [2, 0, 1]),
    ...section(7, [2, ...name('hamming'), 0, 0, ...name('products'), 0, 1]),
    ...section(10, [
      2,
      ...code([integers(1), vectors(1)], HAMMING),
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

/** Small non-negative numbers only. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 0x7f) | 0x80, value >> 7];
}
