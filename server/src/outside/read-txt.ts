import { Resolver } from "node:dns/promises";

const resolver = new Resolver({ timeout: 3000, tries: 2 });
const missing = new Set(["ENOTFOUND", "ENODATA"]);

/** The TXT records of a name; empty if there are none. Throws if the name server does not answer. */
export async function readTxt(name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
