export interface DroppedFile {
  file: File;
  /** Including its folders, e.g. `reports/2024/budget.pdf`. */
  path: string;
}

/** Files that systems and tools leave in folders, not meant to be searched. */
const leftOut = /^(\.|node_modules$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/;

/** True if files or folders are dragged, as opposed to text or a link of this page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

export function carriesFolder(transfer: DataTransfer): boolean {
  return [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
}

/**
 * The files of a drop, including those in folders. Must be called synchronously: the browser discards a drop after its
 * event.
 */
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

/** A reader returns part of its folder at each call, and nothing at the end. */
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
