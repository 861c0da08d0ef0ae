/**
 * The WebAssembly instructions that we need, as bytes. The names describe what they do and are not those of the
 * standard.
 */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;

export const get = (local: number): number[] => [0x20, ...unsigned(local)];
export const set = (local: number): number[] => [0x21, ...unsigned(local)];
export const constant = (value: number): number[] => [0x41, ...signed(value)];
const simd = (code: number): number[] => [0xfd, ...unsigned(code)];

const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const END = [0x0b];
const EXIT_IF = [0x0d, 1];
const REPEAT = [0x0c, 0];
const IS_ZERO = [0x45];
export const NOT_ABOVE = [0x4d];
export const ADD = [0x6a];
export const SUBTRACT = [0x6b];
export const MULTIPLY = [0x6c];
export const SHIFT_LEFT = [0x74];
export const LOAD = [0x28, 2, 0];
export const STORE = [0x36, 2, 0];
export const STORE_16 = [0x3b, 1, 0];

export const XOR_WORDS = [0x85];
export const COUNT_WORD_BITS = [0x7b];
export const ADD_WORDS = [0x7c];
export const NARROW = [0xa7];
export const loadWord = (offset: number): number[] => [0x29, 0, ...unsigned(offset)];

export const ZERO_VECTOR = [...simd(0x0c), ...Array<number>(16).fill(0)];
/** Loads eight bytes as eight 16-bit numbers. */
export const loadBytesWidened = (offset: number): number[] => [...simd(0x01), 0, ...unsigned(offset)];
export const loadVector = (offset: number): number[] => [...simd(0x00), 0, ...unsigned(offset)];
/** Multiplies 16-bit numbers and adds neighbouring products. */
export const MULTIPLY_ADD_PAIRS = simd(0xba);
export const ADD_INTEGERS = simd(0xae);
export const lane = (number: number): number[] => [...simd(0x1b), number];

/** Adds the value that the instructions leave on the stack to a local. */
export const step = (local: number, by: number[], how: number[] = ADD): number[] => [
  ...get(local),
  ...by,
  ...how,
  ...set(local),
];

/** Repeats the body until `left` leaves zero on the stack. */
export const whileLeft = (left: number[], body: readonly number[][]): number[] =>
  [BLOCK, LOOP, left, IS_ZERO, EXIT_IF, ...body, REPEAT, END, END].flat();

/** A function of 32-bit numbers that works on the imported memory. */
export interface WasmFunction {
  name: string;
  parameters: number;
  returns: boolean;
  /** Count and type of the locals after the parameters, in order. */
  locals: readonly (readonly [count: number, type: number])[];
  body: readonly number[];
}

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module that imports its memory from `host.memory` and exports these functions. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array {
  const types = functions.map(({ parameters, returns }) => [
    0x60,
    parameters,
    ...Array<number>(parameters).fill(I32),
    ...(returns ? [1, I32] : [0]),
  ]);
  const code = functions.map(({ locals, body }) => {
    const declared = locals.flatMap(([count, type]) => [...unsigned(count), type]);
    const bytes = [locals.length, ...declared, ...body, ...END];
    return [...unsigned(bytes.length), ...bytes];
  });
  const exported = functions.map(({ name }, index) => [...text(name), 0, index]);
  return Uint8Array.from([
    ...HEADER,
    ...section(1, [functions.length, ...types.flat()]),
    ...section(2, [1, ...text('host'), ...text('memory'), 0x02, 0x00, 1]),
    ...section(3, [functions.length, ...functions.keys()]),
    ...section(7, [functions.length, ...exported.flat()]),
    ...section(10, [functions.length, ...code.flat()]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value)];
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

/** For non-negative numbers only. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  // The sign is the second highest bit of the last byte.
  for (; rest > 0x3f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
