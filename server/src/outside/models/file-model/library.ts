import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package of its own that holds node-llama-cpp. It is not part of the default install. */
export const libraryFolder = fileURLToPath(new URL("../../../../local-model", import.meta.url));

export const isLibraryIn = (folder: string) =>
  existsSync(join(folder, "node_modules", "node-llama-cpp", "package.json"));
