"""A small, readable BERT that can simulate the rounding of int8 inference during training."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

HEADS = 12


def straight(value, rounded):
    """Straight-through estimator: the rounded value forward, the identity backward."""
    return value + (rounded - value).detach()


def round_weight(weight):
    """int8 with seven bits and one scale per output, like `per_channel` and `reduce_range` in ONNX Runtime."""
    scale = weight.detach().abs().amax(1, keepdim=True).clamp_min(1e-8) / 64
    return straight(weight, torch.round(weight.detach() / scale) * scale)


def round_table(table):
    """uint8 with one scale for the whole table, as ONNX Runtime quantises embeddings."""
    fixed = table.detach()
    low, high = fixed.min().clamp_max(0), fixed.max().clamp_min(0)
    scale = (high - low).clamp_min(1e-8) / 255
    zero = torch.round(-low / scale)
    return straight(table, (torch.clamp(torch.round(fixed / scale) + zero, 0, 255) - zero) * scale)


def round_input(value, mask):
    """uint8 with one scale per text: at inference, every text is a separate run."""
    fixed = value.detach().float()
    real = fixed * mask
    low = real.amin((1, 2), keepdim=True).clamp_max(0)
    high = real.amax((1, 2), keepdim=True).clamp_min(0)
    scale = (high - low).clamp_min(1e-8) / 255
    zero = torch.round(-low / scale)
    rounded = (torch.clamp(torch.round(fixed / scale) + zero, 0, 255) - zero) * scale
    return straight(value, rounded.to(value.dtype))


class Linear(nn.Linear):
    rounds = False

    def forward(self, value, mask=None):
        if not self.rounds:
            return super().forward(value)
        return F.linear(round_input(value, mask), round_weight(self.weight), self.bias)


class Table(nn.Embedding):
    rounds = False

    def forward(self, ids):
        return F.embedding(ids, round_table(self.weight) if self.rounds else self.weight)


class Group(nn.Module):
    def __init__(self, /, **parts):  # a part may be named `self`
        super().__init__()
        for name, part in parts.items():
            self.add_module(name, part)


def norm(width):
    return nn.LayerNorm(width, eps=1e-12)


class Layer(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.attention = Group(
            self=Group(query=Linear(width, width), key=Linear(width, width), value=Linear(width, width)),
            output=Group(dense=Linear(width, width), LayerNorm=norm(width)),
        )
        self.intermediate = Group(dense=Linear(width, inner))
        self.output = Group(dense=Linear(inner, width), LayerNorm=norm(width))

    def forward(self, value, mask, bias):
        batch, length, width = value.shape
        own = getattr(self.attention, "self")
        split = lambda part: part(value, mask).view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        query, key, content = split(own.query), split(own.key), split(own.value)
        if bias.dtype == torch.bool:
            mixed = F.scaled_dot_product_attention(query, key, content, attn_mask=bias)
        else:  # plain operations, for the export
            scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(width // HEADS) + bias
            mixed = torch.matmul(torch.softmax(scores, -1), content)
        mixed = mixed.transpose(1, 2).reshape(batch, length, width)
        value = self.attention.output.LayerNorm(value + self.attention.output.dense(mixed, mask))
        inner = F.gelu(self.intermediate.dense(value, mask))
        return self.output.LayerNorm(value + self.output.dense(inner, mask))


class Bert(nn.Module):
    """Parameter names match `transformers`, so weights can be exchanged without mapping."""

    def __init__(self, layers, width=384, inner=1536, words=30522, places=512):
        super().__init__()
        self.embeddings = Group(
            word_embeddings=Table(words, width),
            position_embeddings=Table(places, width),
            token_type_embeddings=Table(2, width),
            LayerNorm=norm(width),
        )
        self.encoder = Group(layer=nn.ModuleList(Layer(width, inner) for _ in range(layers)))

    def forward(self, ids, mask, types=None, plain=False):
        parts = self.embeddings
        places = torch.arange(ids.shape[1], device=ids.device)[None]
        types = torch.zeros_like(ids) if types is None else types
        value = parts.word_embeddings(ids) + parts.position_embeddings(places) + parts.token_type_embeddings(types)
        value = parts.LayerNorm(value)
        real = mask[..., None].to(value.dtype)
        if plain:
            bias = (1.0 - mask[:, None, None, :].to(value.dtype)) * -10000.0
        else:
            bias = mask[:, None, None, :].bool()
        for layer in self.encoder.layer:
            value = layer(value, real, bias)
        return value

    def rounding(self, on):
        for part in self.modules():
            if isinstance(part, (Linear, Table)):
                part.rounds = on


class Exported(nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.bert(input_ids, attention_mask, token_type_ids, plain=True)


def export_int8(bert, folder, name):
    """Writes NAME.onnx and NAME-q8.onnx; returns the path of the second."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    inputs = ("input_ids", "attention_mask", "token_type_ids")
    axes = {key: {0: "batch", 1: "sequence"} for key in (*inputs, "last_hidden_state")}
    sample = torch.ones(2, 12, dtype=torch.long)
    net = Exported(bert.float().cpu().eval())
    plain, small = f"{folder}/{name}.onnx", f"{folder}/{name}-q8.onnx"
    with torch.no_grad():
        torch.onnx.export(
            net, (sample, sample, sample * 0), plain, input_names=list(inputs), output_names=["last_hidden_state"],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )
    quantize_dynamic(plain, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    return small
