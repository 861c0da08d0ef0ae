export interface DroppedFile {
  file: File;
  /** With the folders it came in, e.g. `reports/2024/budget.pdf`. */
  path: string;
}

/** What systems and tools leave in folders, and nobody means to ask. */
const leftOut = /^(\.|node_modules$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/;

/** True where files or folders are dragged, and not text or a link of this page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

export function carriesFolder(transfer: DataTransfer): boolean {
  return [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
}

/** The files of a drop, those in folders too. Must be called at once: the browser forgets a drop after its event. */
export function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.some((entry) => entry !== null)) return filesIn(entries, '');
  return Promise.resolve([...transfer.files].map((file) => ({ file, path: file.name })));
}

async function filesIn(entries: (FileSystemEntry | null)[], folder: string): Promise<DroppedFile[]> {
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (entry === null) return [];
      const path = `${folder}${entry.name}`;
      if (folder !== '' && leftOut.test(entry.name)) return [];
      if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path }];
      return filesIn(await childrenOf(entry as FileSystemDirectoryEntry), `${path}/`);
    }),
  );
  return found.flat();
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives a part of its folder at each call, and nothing when it is through. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
