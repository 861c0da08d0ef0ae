import {
  ADD,
  ADD_INTEGERS,
  ADD_WORDS,
  COUNT_WORD_BITS,
  constant,
  get,
  I32,
  I64,
  lane,
  LOAD,
  loadBytesWidened,
  loadVector,
  loadWord,
  MULTIPLY,
  MULTIPLY_ADD_PAIRS,
  NARROW,
  NOT_ABOVE,
  set,
  SHIFT_LEFT,
  step,
  STORE,
  STORE_16,
  SUBTRACT,
  V128,
  wasmModule,
  whileLeft,
  XOR_WORDS,
  ZERO_VECTOR,
} from './wasm-bytes.js';
import type { WasmFunction } from './wasm-bytes.js';
import { webAssembly } from './web-assembly.js';
import type { WebAssemblyMemory } from './web-assembly.js';

/**
 * The inner loops of semantic search as WebAssembly with SIMD instructions, assembled by hand: a compiler for some
 * forty instructions would be another dependency. Plain JavaScript takes ten times as long. Arguments are memory
 * addresses and counts.
 */
export interface VectorKernel {
  /** Counts differing bits between the query and the codes at these positions; written as 16-bit numbers. */
  distances(query: number, codes: number, positions: number, count: number, out: number): void;
  /** Writes the positions of codes that differ in at most `most` bits. Returns how many it wrote. */
  within(query: number, codes: number, count: number, most: number, out: number): number;
  /** Dot products of the query, as 16-bit numbers, with the codes at these positions; written as 32-bit integers. */
  products(query: number, codes: number, positions: number, count: number, out: number): void;
}

/**
 * Both loops over signs are unrolled for codes of this size, eight bytes at a time: processors count the bits of a
 * 64-bit word in one instruction, and those of a vector in a dozen.
 */
function differingBits(options: { bytes: number; code: number; firstWord: number }): number[] {
  return Array.from({ length: options.bytes / 8 }, (_, word) => [
    ...get(options.code),
    ...loadWord(word * 8),
    ...get(options.firstWord + word),
    ...XOR_WORDS,
    ...COUNT_WORD_BITS,
    ...(word > 0 ? ADD_WORDS : []),
  ])
    .flat()
    .concat(NARROW);
}

function loadQuery(options: { bytes: number; firstWord: number }): number[] {
  return Array.from({ length: options.bytes / 8 }, (_, word) => [
    ...get(0),
    ...loadWord(word * 8),
    ...set(options.firstWord + word),
  ]).flat();
}

/** The address of the code at the position that local `positions` points to. */
const codeAt = (positions: number, codes: number, bytes: number): number[] => [
  ...get(positions),
  ...LOAD,
  ...constant(bytes),
  ...MULTIPLY,
  ...get(codes),
  ...ADD,
];

/** Locals: 0 query, 1 codes, 2 positions, 3 count, 4 out, 5 code, then the query's words. */
function distances(bytes: number): WasmFunction {
  const body = [
    loadQuery({ bytes, firstWord: 6 }),
    whileLeft(get(3), [
      codeAt(2, 1, bytes),
      set(5),
      get(4),
      differingBits({ bytes, code: 5, firstWord: 6 }),
      STORE_16,
      step(2, constant(4)),
      step(4, constant(2)),
      step(3, constant(1), SUBTRACT),
    ]),
  ].flat();
  const locals: WasmFunction['locals'] = [
    [1, I32],
    [bytes / 8, I64],
  ];
  return { name: 'distances', parameters: 5, returns: false, locals, body };
}

/**
 * Locals: 0 query, 1 codes, 2 count, 3 most, 4 out, 5 position, 6 written, then the query's words. Branch-free: every
 * position is written, and the next one overwrites it unless it matched. Branches would often be mispredicted.
 */
function within(bytes: number): WasmFunction {
  const body = [
    loadQuery({ bytes, firstWord: 7 }),
    whileLeft(
      [...get(5), ...get(2), ...SUBTRACT],
      [
        get(4),
        get(6),
        constant(2),
        SHIFT_LEFT,
        ADD,
        get(5),
        STORE,
        get(6),
        differingBits({ bytes, code: 1, firstWord: 7 }),
        get(3),
        NOT_ABOVE,
        ADD,
        set(6),
        step(1, constant(bytes)),
        step(5, constant(1)),
      ],
    ),
    get(6),
  ].flat();
  const locals: WasmFunction['locals'] = [
    [2, I32],
    [bytes / 8, I64],
  ];
  return { name: 'within', parameters: 5, returns: true, locals, body };
}

/** Locals: 0 query, 1 codes, 2 positions, 3 count, 4 out, 5 code, 6 and 7 independent sums. */
function products(bytes: number): WasmFunction {
  const sums = Array.from({ length: bytes / 8 }, (_, part) => [
    ...get(5),
    ...loadBytesWidened(part * 8),
    ...get(0),
    ...loadVector(part * 16),
    ...MULTIPLY_ADD_PAIRS,
    ...get(6 + (part & 1)),
    ...ADD_INTEGERS,
    ...set(6 + (part & 1)),
  ]).flat();
  const body = whileLeft(get(3), [
    codeAt(2, 1, bytes),
    set(5),
    ZERO_VECTOR,
    set(6),
    ZERO_VECTOR,
    set(7),
    sums,
    step(6, get(7), ADD_INTEGERS),
    get(4),
    [0, 1, 2, 3].flatMap((number) => [...get(6), ...lane(number), ...(number > 0 ? ADD : [])]),
    STORE,
    step(2, constant(4)),
    step(4, constant(4)),
    step(3, constant(1), SUBTRACT),
  ]);
  const locals: WasmFunction['locals'] = [
    [1, I32],
    [2, V128],
  ];
  return { name: 'products', parameters: 5, returns: false, locals, body };
}

/** For codes of this many bytes, multiples of 8. */
export function createVectorKernel(
  memory: WebAssemblyMemory,
  shape: { signBytes: number; valueBytes: number },
): VectorKernel {
  const bytes = wasmModule([distances(shape.signBytes), within(shape.signBytes), products(shape.valueBytes)]);
  const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes), { host: { memory } });
  return exports as VectorKernel;
}
