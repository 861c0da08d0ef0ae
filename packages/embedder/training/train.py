"""Trains the embedder: six layers learn from two teachers of twelve layers, first without labels, then with pairs.

    python3 train.py CARGO OUT [--seconds 540] [--evaluation FILE]

CARGO contains gte.npz and bge.npz (onnx_weights.py), texts.json.xz (prepare.py) and tokenizer.json. The steps:

1. Both teachers embed crops of the texts once. Each teacher's mean is subtracted, and the two vectors are concatenated as
   the target: its similarities are the mean of both teachers'. The student's own vector should be the 384 principal
   directions of the target, rotated to align with the vectors of the teacher whose layers it starts from.
2. Short trials choose which teacher's layers the student starts from.
3. The student learns the target vectors and the similarities within a batch. Batches contain lists of a query, its passage
   and similar passages, as well as crops of everything. The last part rounds as int8 inference does.
4. A final stage adds the pairs themselves: the right passage must rank before similar ones.

Files written to OUT: student-q8.onnx and pairs-q8.onnx (after steps 3 and 4), the same as float16, and report.json.
"""

import argparse
import json
import lzma
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from model import Bert, export_int8
from onnx_weights import unpack

QUERY_PREFIX = "query: "
BGE_PREFIX = "Represent this sentence for searching relevant passages: "
CLS, SEP, LONGEST = 101, 102, 256
DEVICE = "cuda"
BATCH, LISTS, NEGATIVES, TEMPERATURE = 2048, 160, 3, 0.05
FIRST_LAYERS = {"ends": [0, 2, 4, 7, 9, 11]}

options = argparse.ArgumentParser()
options.add_argument("cargo")
options.add_argument("out")
options.add_argument("--seconds", type=float, default=540)
options.add_argument("--evaluation")
options.add_argument("--crops", type=int, default=480_000)
options.add_argument("--trial", type=float, default=12)
options.add_argument("--pairs", type=float, default=50)
options.add_argument("--export", type=float, default=75)
options.add_argument("--second", default="bge.npz")
options.add_argument("--weights", type=float, nargs=2, default=[1, 1], help="of gte and bge in the target; not 0")
args = options.parse_args()

begun = time.time()
report = {"arguments": vars(args)}
random.seed(24)
np.random.seed(24)
torch.manual_seed(24)
torch.backends.cuda.matmul.allow_tf32 = True
rng = np.random.default_rng(24)


def say(*words):
    print(f"{time.time() - begun:6.1f}s", *words, flush=True)


# ---- texts as tokens, concatenated on the device

tokenizer = Tokenizer.from_file(f"{args.cargo}/tokenizer.json")
tokenizer.no_padding()
tokenizer.no_truncation()
with lzma.open(f"{args.cargo}/texts.json.xz") as file:
    data = json.load(file)
say("texts", len(data["texts"]))


def tokens_of(texts):
    rows = []
    for at in range(0, len(texts), 20_000):
        part = tokenizer.encode_batch([text[:8_000] for text in texts[at : at + 20_000]], add_special_tokens=False)
        rows += [np.array(one.ids, np.int32) for one in part]
    return rows


class Tokens:
    """Concatenated texts on the device. A crop is a start and a length."""

    def __init__(self, rows):
        self.length = np.array([len(row) for row in rows], np.int64)
        self.start = np.concatenate([[0], np.cumsum(self.length)[:-1]])
        self.flat = torch.from_numpy(np.concatenate([*rows, np.zeros(LONGEST, np.int32)])).to(DEVICE)


def ids_of(text):
    return tokenizer.encode(text, add_special_tokens=False).ids


PREFIX = {"student": ids_of(QUERY_PREFIX), "bge": ids_of(BGE_PREFIX), "gte": [], "": []}


def inputs(flat, start, length, query, prefix):
    """Ids and mask of crops. `query` marks those that get the prefix."""
    front = np.where(query, len(prefix), 0)
    length = np.minimum(length, LONGEST - 2 - front)
    size = int((int((length + front).max()) + 2 + 7) // 8 * 8)
    start, length, front = (torch.from_numpy(x).to(DEVICE, non_blocking=True)[:, None] for x in (start, length, front))
    place = torch.arange(size, device=DEVICE)[None]
    inner = place - 1 - front
    real = (inner >= 0) & (inner < length)
    ids = torch.where(real, flat[(start + inner).clamp(0, len(flat) - 1)].long(), 0)
    for at, word in enumerate(prefix):
        ids = torch.where((front > 0) & (place == 1 + at), word, ids)
    ids = torch.where(place == 0, CLS, ids)
    ids = torch.where(inner == length, SEP, ids)
    return ids, place <= length + front + 1


def mean_pooled(net, ids, mask):
    states = net(ids, mask).float()
    weight = mask[..., None].float()
    return (states * weight).sum(1) / weight.sum(1)


def first_pooled(net, ids, mask):
    return net(ids, mask)[:, 0].float()


@torch.no_grad()
def embed_all(net, pool, prefix, tokens, start, length, query, budget=160_000, normal=True):
    """Vectors of many crops, in batches of similar length."""
    out = torch.zeros(len(start), 384, dtype=torch.float16, device=DEVICE)
    order = np.argsort(length + np.where(query, len(prefix), 0), kind="stable")
    at = 0
    while at < len(order):
        longest = int(length[order[min(at + 4_000, len(order) - 1)]]) + len(prefix) + 2
        part = order[at : at + max(64, min(4_000, budget // max(longest, 16)))]
        at += len(part)
        ids, mask = inputs(tokens.flat, start[part], length[part], query[part], prefix)
        with torch.autocast("cuda", dtype=torch.float16):
            vectors = pool(net, ids, mask)
        out[torch.from_numpy(part).to(DEVICE)] = (F.normalize(vectors, dim=-1) if normal else vectors).half()
    return out


tokens = Tokens(tokens_of(data["texts"]))
say("tokens", int(tokens.length.sum()))

# ---- the pool: whole passages, queries and crops; some groups are held out for measuring

groups = sorted({(row[3], row[4]) for row in data["lists"]})
random.Random(1).shuffle(groups)
kept = set(groups[: len(groups) * 3 // 100])
held = [row for row in data["lists"] if (row[3], row[4]) in kept]
train = [row for row in data["lists"] if (row[3], row[4]) not in kept]
hidden = {row[0] for row in held} | {row[1] for row in held}
documents = np.array([d for d in data["documents"] if d not in hidden and tokens.length[d] > 4])
queries = np.array([q for q in data["queries"] if q not in hidden and tokens.length[q] > 2])
needed_documents = np.array(sorted({d for row in data["lists"] for d in (row[1], *row[2])}))
needed_queries = np.array(sorted({row[0] for row in data["lists"]} | set(queries.tolist())))


def crops(count):
    """Crops of passages: two thirds from anywhere, one third from the start; one in six is short and used as a query."""
    weight = np.sqrt(tokens.length[documents] + 20.0)
    text = documents[np.searchsorted(np.cumsum(weight / weight.sum()), rng.random(count)).clip(0, len(documents) - 1)]
    size = rng.choice([24, 48, 96, 160, 250], count, p=[0.16, 0.2, 0.26, 0.2, 0.18])
    query = rng.random(count) < 1 / 6
    size = np.where(query, rng.integers(5, 36, count), size)
    size = np.minimum(size, tokens.length[text])
    offset = np.floor(rng.random(count) * (tokens.length[text] - size + 1)).astype(np.int64)
    offset = np.where((rng.random(count) < 1 / 3) & ~query, 0, offset)
    return tokens.start[text] + offset, size, query


def whole(texts, query, longest):
    return tokens.start[texts], np.minimum(tokens.length[texts], longest), np.full(len(texts), query)


as_document = queries[rng.permutation(len(queries))[: len(queries) // 2]]
parts = [whole(needed_documents, False, 250), whole(needed_queries, True, 60), whole(as_document, False, 60), crops(args.crops)]
start, length, query = (np.concatenate(column) for column in zip(*parts))
document_at = {int(text): at for at, text in enumerate(needed_documents)}
query_at = {int(text): len(needed_documents) + at for at, text in enumerate(needed_queries)}
unseen = {document_at[t] for t in hidden if t in document_at} | {query_at[t] for t in hidden if t in query_at}
usable = np.array([at for at in range(len(start)) if at not in unseen])
say("pool", len(start), "of", round(float(length.mean()), 1), "tokens")


def list_rows(rows, negatives):
    """Indexes into the pool: query, passage, similar passages (padded from other lists of the same source)."""
    by_source = {}
    for row in rows:
        by_source.setdefault(row[3], []).append(document_at[row[1]])
    out = []
    for row in rows:
        near = [document_at[n] for n in row[2] if n != row[1]][:8]
        others = by_source[row[3]]
        while len(near) < negatives:
            other = others[int(rng.integers(len(others)))]
            if other != document_at[row[1]]:
                near.append(other)
        out.append((query_at[row[0]], document_at[row[1]], near, row[3]))
    return out


train_lists, held_lists = list_rows(train, 6), list_rows(held, 6)
source_names = sorted({row[3] for row in train_lists})
of_source = {name: [i for i, row in enumerate(train_lists) if row[3] == name] for name in source_names}
source_weight = np.array([math.sqrt(len(of_source[name])) for name in source_names])
source_weight /= source_weight.sum()
say("lists", len(train_lists), "kept aside", len(held_lists))

# ---- teachers


def teacher(path):
    net = Bert(12)
    net.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in unpack(path).items()})
    return net.to(DEVICE).half().eval().requires_grad_(False)


WEIGHTS = {name: weight / sum(args.weights) for name, weight in zip(("gte", "bge"), args.weights)}
TEACHERS = {"gte": ("gte.npz", mean_pooled), "bge": (args.second, first_pooled)}
nets = {name: teacher(f"{args.cargo}/{path}") for name, (path, _) in TEACHERS.items()}
seen = {}
for name, (_, pool) in TEACHERS.items():
    seen[name] = embed_all(nets[name], pool, PREFIX[name], tokens, start, length, query)
    torch.cuda.synchronize()
    say("teacher", name, "done, finite:", bool(torch.isfinite(seen[name]).all()))


# ---- measuring


def mrr(rank_of):
    """Mean reciprocal rank of the passage among similar ones, by source."""
    by = {}
    for row in held_lists:
        by.setdefault(row[3], []).append(rank_of(row))
    return {name: float(np.mean(values)) for name, values in sorted(by.items())}


def held_mrr(vectors):
    places = sorted({p for row in held_lists for p in (row[0], row[1], *row[2])})
    at = {p: i for i, p in enumerate(places)}
    table = vectors(np.array(places)).float()

    def rank(row):
        scores = table[[at[p] for p in (row[1], *row[2])]] @ table[at[row[0]]]
        return 1.0 / (1 + int((scores[1:] > scores[0]).sum()))

    result = mrr(rank)
    return round(float(np.mean(list(result.values()))), 4), {k: round(v, 3) for k, v in result.items()}


sets, corpora = [], []
if args.evaluation:
    with lzma.open(args.evaluation) as file:
        evaluation = json.load(file)
    for corpus in evaluation["corpora"]:
        corpora.append((Tokens(tokens_of(corpus["texts"])), corpus["groups"]))
    for one in evaluation["sets"]:
        sets.append((one["name"], one["corpus"], Tokens(tokens_of([q["text"] for q in one["queries"]])), one["queries"]))
    say("evaluation sets", [one[0] for one in sets])


def evaluate(document_vectors, query_vectors):
    """R@5 and nDCG@10 of each set, by semantic search alone."""
    result, tables = {}, {}
    for name, corpus, asked, rows in sets:
        if corpus not in tables:
            tables[corpus] = document_vectors(corpora[corpus][0])
        scores = query_vectors(asked).float() @ tables[corpus].float().T
        groups_of = corpora[corpus][1]
        if len(set(groups_of)) > 1:
            names = {g: i for i, g in enumerate(sorted(set(groups_of)))}
            mine = torch.tensor([names[g] for g in groups_of], device=DEVICE)
            theirs = torch.tensor([names.get(row["group"], -1) for row in rows], device=DEVICE)
            scores = scores.masked_fill(mine[None] != theirs[:, None], -9)
        top = scores.topk(min(10, scores.shape[1]), -1).indices.cpu().numpy()
        recall, gain = [], []
        for row, best in zip(rows, top):
            wanted = {int(k): v for k, v in row["relevant"].items() if v > 0}
            if not wanted:
                continue
            recall.append(sum(1 for b in best[:5] if int(b) in wanted) / len(wanted))
            got = sum(wanted.get(int(b), 0) / math.log2(i + 2) for i, b in enumerate(best))
            ideal = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(wanted.values(), reverse=True)[:10]))
            gain.append(got / ideal)
        result[name] = (round(float(np.mean(recall)), 3), round(float(np.mean(gain)), 3))
    return result


def of_tokens(net, pool, prefix, query):
    return lambda some: embed_all(net, pool, prefix, some, some.start, np.minimum(some.length, LONGEST - 2), np.full(len(some.length), query))


taught = {}


def of_teacher(name, query):
    """A teacher's vectors of an evaluation set, cached."""

    def vectors(some):
        key = (name, id(some), query)
        if key not in taught:
            taught[key] = of_tokens(nets[name], TEACHERS[name][1], PREFIX[name], query)(some)
        return taught[key]

    return vectors


def measure(name, document_vectors, query_vectors, own=None):
    line = evaluate(document_vectors, query_vectors) if sets else {}
    kept_rank = held_mrr(own) if own else None
    report[name] = {"sets": line, "held": kept_rank}
    say(name, "held", kept_rank and kept_rank[0], "R@5, nDCG@10:", json.dumps(line))
    return kept_rank[0] if kept_rank else 0.0


# ---- the target

document_places = torch.from_numpy(np.flatnonzero(~query)).to(DEVICE)
means = {name: vectors[document_places].float().mean(0) for name, vectors in seen.items()}


def joined(pair, share):
    """Both teachers' vectors minus `share` of their means, weighted, concatenated and normalised."""
    parts = [
        math.sqrt(weight) * F.normalize(pair[name].float() - share * means[name], dim=-1) for name, weight in WEIGHTS.items()
    ]
    return torch.cat(parts, -1)


for name in ("gte", "bge"):
    measure("teacher " + name, of_teacher(name, False), of_teacher(name, True),
            lambda places, name=name: seen[name][torch.from_numpy(places).to(DEVICE)])


def both(query_side, share, turn=None):
    def vectors(some):
        pair = {n: of_teacher(n, query_side)(some) for n in nets}
        whole_vector = joined(pair, share)
        return whole_vector if turn is None else F.normalize(whole_vector @ turn, dim=-1)

    return vectors


def places_joined(share, turn=None):
    def vectors(places):
        at = torch.from_numpy(places).to(DEVICE)
        whole_vector = joined({n: seen[n][at] for n in seen}, share)
        return whole_vector if turn is None else F.normalize(whole_vector @ turn, dim=-1)

    return vectors


SHARE = 1.0
measure("both, means kept", both(False, 0.0), both(True, 0.0), places_joined(0.0))
measure("both, means removed", both(False, SHARE), both(True, SHARE), places_joined(SHARE))
sample = torch.from_numpy(rng.choice(len(start), min(200_000, len(start)), replace=False)).to(DEVICE)
some = joined({n: seen[n][sample] for n in seen}, SHARE)
values, axes = torch.linalg.eigh((some.T @ some).double())
axes = axes[:, -384:].float()
report["energy in 384 directions"] = float(values[-384:].sum() / values.sum())
turns = {}
for name in seen:
    u, _, v = torch.linalg.svd((some @ axes).T @ (seen[name][sample].float() - means[name]))
    turns[name] = axes @ (u @ v)
say("energy in 384 directions", round(report["energy in 384 directions"], 4))
measure("both, 384 directions", both(False, SHARE, turns["gte"]), both(True, SHARE, turns["gte"]), places_joined(SHARE, turns["gte"]))
full = torch.cat([joined({n: seen[n][at : at + 50_000] for n in seen}, SHARE).half() for at in range(0, len(start), 50_000)])
nets.clear()
taught.clear()

# ---- the student


def new_student(first, layers):
    net, source = Bert(6), unpack(f"{args.cargo}/{TEACHERS[first][0]}")
    state = {}
    for name in net.state_dict():
        parts = name.split(".")
        if parts[0] == "encoder":
            parts[2] = str(layers[int(parts[2])])
        state[name] = torch.from_numpy(np.ascontiguousarray(source[".".join(parts)]))
    net.load_state_dict(state)
    net = net.to(DEVICE)
    limit_tables(net)
    places = rng.choice(usable, 4_000, replace=False)
    now = embed_all(net, mean_pooled, PREFIX["student"], tokens, start[places], length[places], query[places], normal=False)
    with torch.no_grad():  # the targets have no mean, so start without one
        net.encoder.layer[-1].output.LayerNorm.bias -= now.float().mean(0)
    return net


@torch.no_grad()
def limit_tables(net):
    """Clamps to eight deviations: the whole table has one scale, and a few outliers would make it coarse."""
    for table in (net.embeddings.word_embeddings.weight, net.embeddings.position_embeddings.weight):
        edge = 8 * table.std()
        table.clamp_(-edge, edge)


def draw():
    """Pool indexes of a batch: lists first (query, passage, similar passages), then anything."""
    names = rng.choice(len(source_names), LISTS, p=source_weight)
    rows = [train_lists[of_source[source_names[n]][int(rng.integers(len(of_source[source_names[n]])))]] for n in names]
    places = []
    for row in rows:
        near = rng.choice(len(row[2]), NEGATIVES, replace=False)
        places += [row[0], row[1], *(row[2][k] for k in near)]
    free = usable[rng.integers(len(usable), size=BATCH - len(places))]
    return np.concatenate([np.array(places), free])


def student_vectors(net, places, groups=6):
    extra = np.where(query[places], len(PREFIX["student"]), 0)
    order = np.argsort(length[places] + extra, kind="stable")
    vectors = []
    for part in np.array_split(order, groups):
        mine = places[part]
        ids, mask = inputs(tokens.flat, start[mine], length[mine], query[mine], PREFIX["student"])
        with torch.autocast("cuda", dtype=torch.bfloat16):
            vectors.append(mean_pooled(net, ids, mask))
    back = torch.from_numpy(np.argsort(np.concatenate(np.array_split(order, groups)))).to(DEVICE)
    return F.normalize(torch.cat(vectors)[back], dim=-1)


def distances(vectors, places, turn):
    at = torch.from_numpy(places).to(DEVICE)
    whole_vector = full[at].float()
    target = F.normalize(whole_vector @ turn, dim=-1)
    far = 1 - (vectors * target).sum(-1).mean()
    same = at[:, None] == at[None]
    wanted = ((whole_vector @ whole_vector.T) / TEMPERATURE).masked_fill(same, -1e4)
    found = ((vectors @ vectors.T) / TEMPERATURE).masked_fill(same, -1e4)
    return far, F.kl_div(F.log_softmax(found, -1), F.log_softmax(wanted, -1), reduction="batchmean", log_target=True)


def pairs_loss(vectors):
    """Ranks the passage before its similar passages and before the passages of all other lists."""
    rows = vectors[: LISTS * (2 + NEGATIVES)].view(LISTS, 2 + NEGATIVES, -1)
    asked, passages = rows[:, 0], rows[:, 1:].reshape(-1, rows.shape[-1])
    scores = asked @ passages.T
    right = torch.arange(LISTS, device=DEVICE) * (1 + NEGATIVES)
    best = scores[torch.arange(LISTS, device=DEVICE), right]
    # A passage of another list that is about as close as the right one may also be right.
    own = torch.arange(len(passages), device=DEVICE)[None] // (1 + NEGATIVES) == torch.arange(LISTS, device=DEVICE)[:, None]
    doubtful = ~own & (scores.detach() > best.detach()[:, None] - 0.05)
    return F.cross_entropy((scores / TEMPERATURE).masked_fill(doubtful, -1e4), right)


held_places = np.array(sorted({p for row in held_lists for p in (row[0], row[1])}))[:2048]


def train_student(net, turn, seconds, peak, label=0.0, rounds_from=0.6, decays=True, note="", steps=10**9):
    optimizer = torch.optim.AdamW(net.parameters(), lr=peak, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    net.train()
    net.rounding(rounds_from <= 0)
    rounding = rounds_from <= 0
    start_time, step, past = time.time(), 0, []
    while True:
        share = (time.time() - start_time) / seconds
        if share >= 1 or step >= steps:
            break
        if share >= rounds_from and not rounding:
            net.rounding(True)
            rounding = True
            say(note, "step", step, "rounds from here")
        rate = peak * min(1, (step + 1) / 150) * (0.5 * (1 + math.cos(math.pi * share)) if decays else 1)
        for group in optimizer.param_groups:
            group["lr"] = rate
        places = draw()
        vectors = student_vectors(net, places)
        far, kl = distances(vectors, places, turn)
        loss = 10 * far + kl
        if label:
            told = pairs_loss(vectors)
            loss = loss + label * told
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % 50 == 0:
            limit_tables(net)
            past.append((far.item(), kl.item(), told.item() if label else 0.0))
        if step % 500 == 0:
            say(note, "step", step, "cosine, KL, pairs", np.round(np.mean(past[-10:], 0), 4).tolist())
    net.eval()
    with torch.no_grad():
        far, kl = distances(student_vectors(net, held_places), held_places, turn)
    say(note, "ended at step", step, "held cosine, KL", round(far.item(), 4), round(kl.item(), 4))
    report[note] = {"steps": step, "seconds": round(time.time() - start_time), "held cosine": far.item(), "held KL": kl.item()}
    return kl.item()


best = None
for first in ("gte", "bge"):
    for name, layers in FIRST_LAYERS.items():
        torch.manual_seed(24)
        kl = train_student(new_student(first, layers), turns[first], args.trial, 3e-4, rounds_from=2, note=f"trial {first} {name}")
        if best is None or kl < best[0]:
            best = (kl, first, name)
report["chosen"] = best
say("chosen", best)
student = new_student(best[1], FIRST_LAYERS[best[2]])
turn = turns[best[1]]


def student_measure(name, net):
    net.eval()
    measure(name, of_tokens(net, mean_pooled, PREFIX["student"], False), of_tokens(net, mean_pooled, PREFIX["student"], True),
            lambda places: embed_all(net, mean_pooled, PREFIX["student"], tokens, start[places], length[places], query[places]))


left = max(5, args.seconds - (time.time() - begun) - args.pairs - args.export)
say("main stage:", round(left), "s")
train_student(student, turn, left, 4e-4, rounds_from=0.7, note="main")
student_measure("student, rounded in training", student)
student.rounding(False)
student_measure("student", student)
save = {"student": {k: v.detach().half().cpu() for k, v in student.state_dict().items()}}
if args.pairs > 0:
    train_student(student, turn, args.pairs, 5e-5, label=0.3, rounds_from=0, note="pairs")
    student_measure("pairs, rounded in training", student)
    student.rounding(False)
    student_measure("pairs", student)
    save["pairs"] = {k: v.detach().half().cpu() for k, v in student.state_dict().items()}

# ---- output: weights first, so nothing is lost if the export fails

from safetensors.torch import save_file

os.makedirs(args.out, exist_ok=True)
for name, state in save.items():
    save_file({k: v.contiguous() for k, v in state.items()}, f"{args.out}/{name}.safetensors")
with open(f"{args.out}/report.json", "w") as file:
    json.dump(report, file, indent=1)
say("weights saved")
for name, state in save.items():
    net = Bert(6)
    net.load_state_dict({k: v.float() for k, v in state.items()})
    path = export_int8(net, args.out, name)
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    agree = []
    for text in [data["texts"][i] for i in range(0, len(data["texts"]), 6_000)]:
        ids = np.array([[CLS, *ids_of(text)[: LONGEST - 2], SEP]])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states = session.run(None, feed)[0][0].mean(0)
        with torch.no_grad():
            plain = net(torch.from_numpy(ids), torch.ones(ids.shape, dtype=torch.long))[0].mean(0).numpy()
        agree.append(float(states @ plain / np.linalg.norm(states) / np.linalg.norm(plain)))
    say(path, os.path.getsize(path), "int8 and float agree: mean", round(float(np.mean(agree)), 5), "least", round(min(agree), 5))
    report[name + " int8 agreement"] = [float(np.mean(agree)), min(agree)]
with open(f"{args.out}/report.json", "w") as file:
    json.dump(report, file, indent=1)
say("done")
