import { join } from "node:path";
import type { Config } from "#lib/config.ts";
import { openFileStore } from "./files.ts";
import type { ObjectStore } from "./object-store.ts";
import { withUnpacking } from "./packing.ts";
import { openS3Store } from "./s3.ts";

/** The bucket of the settings, or a folder of the data folder. */
export const openObjectStore = ({ objectStore, dataDir, compressesMail }: StoreSettings): ObjectStore => ({
  ...withUnpacking(objectStore ? openS3Store(objectStore) : openFileStore(join(dataDir, "objects"))),
  compresses: compressesMail,
});

type StoreSettings = Pick<Config, "objectStore" | "dataDir" | "compressesMail">;

/** The place of the objects, for messages to the operator. */
export const placeOfObjects = ({ objectStore, dataDir }: Pick<Config, "objectStore" | "dataDir">) =>
  objectStore ? `the bucket ${objectStore.url}` : `the folder ${join(dataDir, "objects")}`;
