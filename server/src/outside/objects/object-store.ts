/** Where the raw source of mail is kept: bytes under a name, in folders of one level. */
export type ObjectStore = {
  /** Durable when it resolves; replaces what was there. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is nothing of that name. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no fault. */
  remove(keys: string[]): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  folders(): Promise<string[]>;
};

/** `folder/name`. Names are ours, made of ids and hashes: anything else is a bug, not a path. */
export function splitKey(key: string): { folder: string; name: string } {
  const [, folder, name] = /^([a-z0-9-]{1,64})\/([a-z0-9-]{8,128})$/.exec(key) ?? [];
  if (!folder || !name) throw new Error("Not the key of an object");
  return { folder, name };
}

export function checkFolder(folder: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(folder)) throw new Error("Not a folder of objects");
  return folder;
}
