/** Stores the raw source of messages: bytes under a key of the form `folder/name`. */
export type ObjectStore = {
  /** Whether new raw sources are compressed. */
  compresses?: boolean;
  /** Durable when it resolves; replaces an existing object. */
  put(key: string, pieces: Uint8Array | Uint8Array[]): Promise<void>;
  /** The object, or the byte range that `stretchOf` named, decompressed; undefined if there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Succeeds if the object does not exist. */
  remove(keys: string[]): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  folders(): Promise<string[]>;
  list(folder: string): AsyncIterable<StoredObject>;
};

export type StoredObject = { key: string; size: number; writtenAt: Date };
/** `isPacked`: the bytes are compressed with zstd. */
export type Stretch = { key: string; start: number; length: number; isPacked?: boolean };

/** The key of a byte range of an object, for `get`. */
export const stretchOf = ({ key, start, length, isPacked = false }: Stretch) =>
  `${key}:${start}+${length}${isPacked ? "z" : ""}`;

/** `folder/name`, with `:start+length` for a range, and `z` after it if that is compressed. Keys are made of ids and hashes; any other key is a bug and must not become a path. */
export function splitKey(key: string): { folder: string; name: string; stretch?: Stretch } {
  const [, folder, name, start, length, packed] =
    /^([a-z0-9-]{1,64})\/([a-z0-9-]{8,128})(?::(\d{1,12})\+(\d{1,12})(z)?)?$/.exec(key) ?? [];
  if (!folder || !name) throw new Error("Not the key of an object");
  if (start === undefined) return { folder, name };
  const stretch = { key: `${folder}/${name}`, start: Number(start), length: Number(length) };
  return { folder, name, stretch: packed ? { ...stretch, isPacked: true } : stretch };
}

/** Writing and removing take keys of whole objects only. */
export function wholeKey(key: string) {
  const { folder, name, stretch } = splitKey(key);
  if (stretch) throw new Error("Not the key of a whole object");
  return { folder, name };
}

export function checkFolder(folder: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(folder)) throw new Error("Not a folder of objects");
  return folder;
}
