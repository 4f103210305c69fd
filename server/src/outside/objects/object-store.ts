/** Where the raw source of mail is kept: bytes under a name, in folders of one level. */
export type ObjectStore = {
  /** Durable when it resolves; replaces what was there. */
  put(key: string, pieces: Uint8Array | Uint8Array[]): Promise<void>;
  /** The whole, or the stretch that `stretchOf` named; undefined where there is nothing of that name. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no fault. */
  remove(keys: string[]): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  folders(): Promise<string[]>;
  list(folder: string): AsyncIterable<StoredObject>;
};

export type StoredObject = { key: string; size: number; writtenAt: Date };
export type Stretch = { key: string; start: number; length: number };

/** Names a part of an object, for `get`. */
export const stretchOf = ({ key, start, length }: Stretch) => `${key}:${start}+${length}`;

/** `folder/name`, and for a stretch `:start+length`. Names are ours, made of ids and hashes: anything else is a bug, not a path. */
export function splitKey(key: string): { folder: string; name: string; stretch?: Stretch } {
  const [, folder, name, start, length] =
    /^([a-z0-9-]{1,64})\/([a-z0-9-]{8,128})(?::(\d{1,12})\+(\d{1,12}))?$/.exec(key) ?? [];
  if (!folder || !name) throw new Error("Not the key of an object");
  if (start === undefined) return { folder, name };
  return { folder, name, stretch: { key: `${folder}/${name}`, start: Number(start), length: Number(length) } };
}

/** Of a whole object: what writes and removes knows nothing of stretches. */
export function wholeKey(key: string) {
  const { folder, name, stretch } = splitKey(key);
  if (stretch) throw new Error("Not the key of a whole object");
  return { folder, name };
}

export function checkFolder(folder: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(folder)) throw new Error("Not a folder of objects");
  return folder;
}
