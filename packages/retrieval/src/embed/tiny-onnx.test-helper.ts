/** Just enough of the ONNX format to write a small graph by hand: real files for the real runtime. */
export interface TinyNode {
  op: string;
  inputs: string[];
  output: string;
  /** Integers only. */
  attributes?: Record<string, number>;
}

const INT64 = 7;
const FLOAT = 1;

export function tinyOnnx(options: {
  /** Integers, one row of any length. */
  inputs: string[];
  constants: Record<string, { axes: number[] } | { number: number }>;
  nodes: TinyNode[];
  output: { name: string; dimensions: (number | string)[] };
}): Uint8Array {
  const graph = message(
    ...options.nodes.map((node) =>
      bytes(
        1,
        message(
          ...node.inputs.map((name) => text(1, name)),
          text(2, node.output),
          text(4, node.op),
          ...Object.entries(node.attributes ?? {}).map(([name, value]) =>
            bytes(5, message(text(1, name), number(3, value), number(20, 2))),
          ),
        ),
      ),
    ),
    text(2, 'tiny'),
    ...Object.entries(options.constants).map(([name, value]) => bytes(5, constant(name, value))),
    ...options.inputs.map((name) => bytes(11, valueInfo(name, INT64, [1, 'n']))),
    bytes(12, valueInfo(options.output.name, FLOAT, options.output.dimensions)),
  );
  return message(number(1, 8), bytes(8, message(text(1, ''), number(2, 13))), bytes(7, graph));
}

/** A cross-encoder whose score grows with the tokens that both texts share. */
export function sharedTokensReranker(): Uint8Array {
  const float = { to: FLOAT };
  return tinyOnnx({
    inputs: ['input_ids', 'token_type_ids'],
    constants: { first: { axes: [1] }, second: { axes: [2] }, both: { axes: [1, 2] }, one: { number: 1 } },
    nodes: [
      { op: 'Cast', inputs: ['token_type_ids'], output: 'inText', attributes: float },
      { op: 'Sub', inputs: ['one', 'inText'], output: 'inQuery' },
      { op: 'Unsqueeze', inputs: ['input_ids', 'second'], output: 'down' },
      { op: 'Unsqueeze', inputs: ['input_ids', 'first'], output: 'across' },
      { op: 'Equal', inputs: ['down', 'across'], output: 'isSame' },
      { op: 'Cast', inputs: ['isSame'], output: 'same', attributes: float },
      { op: 'Unsqueeze', inputs: ['inQuery', 'second'], output: 'queryDown' },
      { op: 'Unsqueeze', inputs: ['inText', 'first'], output: 'textAcross' },
      { op: 'Mul', inputs: ['queryDown', 'textAcross'], output: 'pairs' },
      { op: 'Mul', inputs: ['same', 'pairs'], output: 'shared' },
      { op: 'ReduceSum', inputs: ['shared', 'both'], output: 'sum', attributes: { keepdims: 0 } },
      { op: 'Unsqueeze', inputs: ['sum', 'first'], output: 'logits' },
    ],
    output: { name: 'logits', dimensions: [1, 1] },
  });
}

function constant(name: string, value: { axes: number[] } | { number: number }): Uint8Array {
  if ('number' in value) {
    const raw = new Uint8Array(Float32Array.of(value.number).buffer);
    return message(number(2, FLOAT), text(8, name), bytes(9, raw));
  }
  const raw = new Uint8Array(BigInt64Array.from(value.axes, BigInt).buffer);
  return message(number(1, value.axes.length), number(2, INT64), text(8, name), bytes(9, raw));
}

function valueInfo(name: string, type: number, dimensions: (number | string)[]): Uint8Array {
  const shape = message(
    ...dimensions.map((size) =>
      bytes(1, typeof size === 'number' ? message(number(1, size)) : message(text(2, size))),
    ),
  );
  return message(text(1, name), bytes(2, message(bytes(1, message(number(1, type), bytes(2, shape))))));
}

function message(...fields: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(fields));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

function number(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(field << 3), ...varint(value)]);
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return message(Uint8Array.from([...varint((field << 3) | 2), ...varint(value.length)]), value);
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, Buffer.from(value));
}
