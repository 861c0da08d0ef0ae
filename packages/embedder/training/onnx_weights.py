"""Reads the weights of a BERT exported to ONNX, quantised or not, using only NumPy.

    python3 onnx_weights.py MODEL.onnx OUT.npz

For each parameter of a `transformers` BERT, the output contains either `NAME` (float16) or `NAME.q` (8-bit integers)
with `NAME.scale` and `NAME.zero`; the value is (q - zero) * scale. A large matrix that is not quantised yet gets one
scale per row, so a teacher of 33 million parameters takes 33 MB.
"""

import re
import sys

import numpy as np

TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 6: np.int32, 7: np.int64, 10: np.float16, 11: np.float64}

# Names of the parts of an exported model.py model.
SHORT_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "dense": "attention.output.dense",
    "dense_1": "intermediate.dense",
    "dense_2": "output.dense",
}


def fields(data):
    """The fields of a protobuf message: number, and an integer or the bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        elif kind == 5:
            value, at = data[at : at + 4], at + 4
        elif kind == 1:
            value, at = data[at : at + 8], at + 8
        else:
            raise ValueError(f"wire type {kind}")
        yield key >> 3, value


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def tensor(data):
    dims, kind, name, raw, floats, ints = [], 1, "", None, [], []
    for number, value in fields(data):
        if number == 1:
            dims += packed(value) if not isinstance(value, int) else [value]
        elif number == 2:
            kind = value
        elif number == 4:
            floats.append(bytes(value))
        elif number in (5, 7):
            ints += packed(value) if not isinstance(value, int) else [value]
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = value
    if raw is not None:
        array = np.frombuffer(raw, TYPES[kind])
    elif floats:
        array = np.frombuffer(b"".join(floats), np.float32)
    else:
        array = np.array(ints).astype(TYPES[kind])
    return name, array.reshape(dims)


def packed(data):
    at, values = 0, []
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def read_graph(path):
    """Initialisers by name, and nodes as (name, operation, inputs, outputs)."""
    with open(path, "rb") as file:
        model = memoryview(file.read())
    graph = next(value for number, value in fields(model) if number == 7)
    tensors, nodes = {}, []
    for number, value in fields(graph):
        if number == 5:
            name, array = tensor(value)
            tensors[name] = array
        elif number == 1:
            node = {1: [], 2: [], 3: [""], 4: [""]}
            for part, text in fields(value):
                if part in node:
                    node[part].append(bytes(text).decode())
            nodes.append((node[3][-1], node[4][-1], node[1], node[2]))
    return tensors, nodes


def bert_weights(path):
    """Parameter name to (values, scale or None, zero or None)."""
    tensors, nodes = read_graph(path)
    found = {}
    for name, array in tensors.items():
        short = re.sub(r"^.*?(?=embeddings\.|encoder\.)", "", name, count=1)
        if short.endswith((".weight", ".bias")) and short.startswith(("embeddings.", "encoder.")):
            found[short] = (array, None, None)
        elif short.endswith(".weight_quantized") and short.startswith("embeddings."):
            base = name[: -len("_quantized")]
            found[short[: -len("_quantized")]] = (array, tensors[base + "_scale"], tensors[base + "_zero_point"])
    for name, operation, inputs, _ in nodes:
        if operation not in ("MatMul", "MatMulInteger"):
            continue
        matrix = next((i for i in inputs if i in tensors and tensors[i].ndim == 2), None)
        place = re.search(r"(layer\.\d+)[./](.*?)[./]MatMul", name)
        if matrix is None or place is None:
            continue
        part = place[2].replace("/", ".")
        key = f"encoder.{place[1]}.{SHORT_PARTS.get(part, part)}.weight"
        if matrix.endswith("_quantized"):
            base = matrix[: -len("_quantized")]
            scale, zero = tensors[base + "_scale"], tensors[base + "_zero_point"]
            found[key] = (tensors[matrix].T, scale.reshape(-1, 1), zero.reshape(-1, 1))
        else:
            found[key] = (tensors[matrix].T, None, None)
    return found


def pack(weights):
    out = {}
    for name, (values, scale, zero) in weights.items():
        if scale is None and values.ndim == 2 and values.size > 100_000:
            rows = np.maximum(np.abs(values).max(1, keepdims=True), 1e-8) / 127
            values, scale, zero = np.round(values / rows).astype(np.int8), rows, np.zeros((1, 1), np.int8)
        if scale is None:
            out[name] = values.astype(np.float16)
        else:
            out[name + ".q"] = np.ascontiguousarray(values)
            out[name + ".scale"] = np.asarray(scale, np.float32)
            out[name + ".zero"] = np.asarray(zero, np.float32)
    return out


def unpack(path):
    data = np.load(path)
    out = {}
    for name in data.files:
        if name.endswith((".scale", ".zero")):
            continue
        if name.endswith(".q"):
            base = name[:-2]
            out[base] = (data[name].astype(np.float32) - data[base + ".zero"]) * data[base + ".scale"]
        else:
            out[name] = data[name].astype(np.float32)
    return out


if __name__ == "__main__":
    packed_weights = pack(bert_weights(sys.argv[1]))
    np.savez(sys.argv[2], **packed_weights)
    print(len(unpack(sys.argv[2])), "parameters")
