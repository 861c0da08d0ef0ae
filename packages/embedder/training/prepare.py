"""Collects the texts for training the embedder.

    python3 prepare.py PACK PACKAGES OUT.json.xz

PACK is the unpacked data pack (folders relevance/ and support/, MANIFEST.json). PACKAGES has one folder for each package
in CODE below, as `npm pack` and `tar x` leave them. Evaluation folders are not read, and sets whose repository states no
licence are left out. The order is fixed: the same input gives the same bytes.
"""

import json
import lzma
import os
import random
import re
import sys

CODE = [  # npm package, version, licence, file extensions, maximum characters
    ("react-native", "0.81.0", "MIT", ("cpp", "h", "kt", "java", "mm", "js", "rb"), 5_000_000),
    ("@temporalio/core-bridge", "1.13.0", "MIT", ("rs", "proto"), 3_500_000),
    ("expo-modules-core", "3.0.0", "MIT", ("kt", "swift", "cpp", "ts", "java"), 1_300_000),
    ("node-gyp", "11.4.0", "MIT", ("py", "js", "md"), 1_500_000),
    ("@types/node", "24.3.0", "MIT", ("ts",), 2_000_000),
    ("@capacitor/android", "7.4.0", "MIT", ("java",), 400_000),
    ("aws-cdk-lib", "2.210.0", "Apache-2.0", ("md",), 3_000_000),
]
LEFT_OUT_DOMAINS = {"samsum"}  # chats under separate terms
HEADING_SOURCES = ("cloudflare-docs", "github-docs", "kubernetes-docs", "mdn-docs")
DEFINITION = re.compile(
    r"^[ \t]*(?:export |default |public |private |protected |internal |static |final |override |open |abstract |async |pub(?:\([a-z]+\))? |unsafe |const )*"
    r"(fn|struct|enum|trait|impl|class|interface|function|def|fun|func|protocol|type|object|message|service) +([A-Za-z_][\w]{3,60})",
    re.M,
)
WORDS = {"fn": "function", "def": "function", "fun": "function", "func": "function", "impl": "implementation"}
QUESTIONS = (
    "What is the purpose of the {name} {kind}?",
    "What does the {name} {kind} do?",
    "How is the {kind} {name} implemented?",
    "Where is {name} defined?",
    "How does {name} work?",
    "{name} {kind}",
    "Which {kind} is responsible for {words}?",
)


class Texts:
    def __init__(self):
        self.items, self.index = [], {}

    def add(self, text):
        text = text.strip()
        if text not in self.index:
            self.index[text] = len(self.items)
            self.items.append(text)
        return self.index[text]


def rows(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def licensed(pack, folder):
    with open(os.path.join(pack, "MANIFEST.json"), encoding="utf-8") as file:
        files = json.load(file)["files"]
    for name in sorted(files):
        if name.startswith(folder + "/") and not files[name]["licence"].startswith("not stated"):
            yield os.path.basename(name)[: -len(".jsonl")], os.path.join(pack, name)


def words_of(name):
    return re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).replace("_", " ").strip().lower()


def blocks(text, size=1_200):
    """Blocks of whole lines, about `size` characters, preferably ending at an empty line."""
    block, length = [], 0
    for line in text.split("\n"):
        block.append(line[:400])
        length += len(line[:400]) + 1
        if length > size or (length > size * 0.6 and not line.strip()):
            yield "\n".join(block)
            block, length = [], 0
    if length > 80:
        yield "\n".join(block)


def first_sentence(comment):
    plain = re.sub(r"^[ \t]*(?:\*|///?!?)?[ \t]?", "", comment, flags=re.M)
    plain = re.sub(r"\{@\w+ ([^}]*)\}", r"\1", plain).split("\n\n")[0].split("@")[0]
    plain = re.split(r"(?<=[.?!])\s", " ".join(plain.split()))[0]
    return plain if 25 <= len(plain) <= 240 and plain.count(" ") >= 3 else ""


def folder_of(packages, name, version):
    return os.path.join(packages, name.lstrip("@").replace("/", "-") + "-" + version)


def code(texts, packages, rnd):
    """Blocks of source files, and lists that pair a comment, or a question about a name, with its block."""
    documents, lists = [], []
    for name, version, _, endings, most in CODE:
        files = []
        for folder, _, names in os.walk(folder_of(packages, name, version)):
            files += [os.path.join(folder, n) for n in names if n.rsplit(".", 1)[-1] in endings]
        files.sort()
        rnd.shuffle(files)
        taken = 0
        for path in files:
            if taken > most:
                break
            with open(path, encoding="utf-8", errors="ignore") as file:
                source = file.read(200_000)
            if "\0" in source or max(map(len, source.split("\n"))) > 5_000:
                continue
            short = "/".join(path.split("/")[-2:])
            own = []
            for block in blocks(source):
                if block.startswith(("/*\n * Copyright", "/**\n * Copyright")):
                    block = block.split("*/", 1)[-1]
                if len(block.strip()) < 80:
                    continue
                own.append(texts.add(block if rnd.random() < 0.5 else short + "\n" + block))
                taken += len(block)
            documents += own
            for at in own:
                others = [x for x in own if x != at]
                rnd.shuffle(others)
                comment = re.search(r"/\*\*(.*?)\*/|((?:^[ \t]*///.*\n)+)|\"\"\"(.*?)\"\"\"", texts.items[at], re.S | re.M)
                said = first_sentence(next(g for g in comment.groups() if g)) if comment and any(comment.groups()) else ""
                if said:
                    bare = texts.items[at].replace(comment[0], "", 1).strip()
                    if len(bare) > 120:
                        lists.append((texts.add(said), texts.add(bare), others[:4], "code-comments"))
                definition = DEFINITION.search(texts.items[at])
                if definition and rnd.random() < 0.5:
                    kind, word = definition[1], definition[2]
                    question = rnd.choice(QUESTIONS).format(
                        name=word if rnd.random() < 0.7 else words_of(word),
                        kind=WORDS.get(kind, kind),
                        words=words_of(word),
                    )
                    lists.append((texts.add(question), at, [x for x in others if word not in texts.items[x]][:4], "code-names"))
    return documents, lists


def main(pack, packages, out):
    rnd, texts = random.Random(24), Texts()
    documents, queries, lists, report = set(), set(), [], {}
    for source, path in licensed(pack, "relevance"):
        count = 0
        for row in rows(path):
            query = texts.add(row["query"])
            positive = texts.add(row["positive"])
            negatives = [texts.add(n) for n in row["negatives"]]
            queries.add(query)
            documents.update([positive, *negatives])
            lists.append((query, positive, negatives, source, str(row["group"])))
            if source in HEADING_SOURCES:
                documents.add(texts.add(row["query"].replace(" > ", "\n") + "\n" + row["positive"]))
            count += 1
        report[source] = count
    for source, path in licensed(pack, "support"):
        count = 0
        for row in rows(path):
            if row.get("domain") in LEFT_OUT_DOMAINS:
                continue
            documents.add(texts.add(row["premise"]))
            queries.add(texts.add(row["claim"]))
            count += 1
        report["support " + source] = count
    blocks_of_code, code_lists = code(texts, packages, rnd)
    documents.update(blocks_of_code)
    for query, positive, negatives, source in code_lists:
        queries.add(query)
        lists.append((query, positive, negatives, source, str(positive)))
    report["code blocks"], report["code lists"] = len(blocks_of_code), len(code_lists)
    result = {"texts": texts.items, "documents": sorted(documents), "queries": sorted(queries), "lists": lists}
    data = json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()
    with lzma.open(out, "wb", preset=6) as file:
        file.write(data)
    report.update(texts=len(texts.items), documents=len(documents), queries=len(queries), lists=len(lists), megabytes=round(len(data) / 1e6, 1))
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:4])
