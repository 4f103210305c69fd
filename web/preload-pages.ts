import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const sources = join(import.meta.dirname, "src");

type Chunk = { type: "chunk"; facadeModuleId: string | null; imports: string[]; isEntry: boolean };
type Bundle = Record<string, Chunk | { type: "asset" }>;

/**
 * Writes `preloads.json`: the scripts of each page beside those that `index.html` names. The server announces them in the header of
 * the page, so that the browser loads them with the first script, instead of after it has run.
 */
export function preloadPages(): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const source = JSON.stringify(preloadsOf(bundle as Bundle, pageModules()));
        this.emitFile({ type: "asset", fileName: "preloads.json", source });
      },
    },
  };
}

/** The module of each page, as the route table names them. */
export function pageModules(): Map<string, string> {
  const table = readFileSync(join(sources, "app/pages.tsx"), "utf8");
  const modules = new Map<string, string>();
  for (const [, path = "", file = ""] of table.matchAll(/\bpage\("(\/[\w-]+)(?:\/\*)?"[^;]*?\bimport\("#([^"]+)"\)/g))
    modules.set(path, join(sources, file));
  return modules;
}

export function preloadsOf(bundle: Bundle, modules: ReadonlyMap<string, string>): Record<string, string[]> {
  const chunks = Object.entries(bundle).filter((entry): entry is [string, Chunk] => entry[1].type === "chunk");
  const fileOf = (module: string) => {
    const file = chunks.find(([, { facadeModuleId }]) => facadeModuleId === module)?.[0];
    if (!file) throw new Error(`The build has no file for ${module}`);
    return file;
  };
  const needs = (...files: string[]) => {
    const found = new Set<string>();
    const add = (file: string) => {
      const chunk = bundle[file];
      if (found.has(file) || chunk?.type !== "chunk") return;
      found.add(file);
      chunk.imports.forEach(add);
    };
    files.forEach(add);
    return found;
  };
  const first = needs(...chunks.filter(([, { isEntry }]) => isEntry).map(([file]) => file));
  const shell = fileOf(join(sources, "app/signed-in.tsx"));
  return Object.fromEntries(
    [...modules].map(([path, module]) => [
      path,
      [...needs(shell, fileOf(module))].filter((file) => !first.has(file)).map((file) => `/${file}`),
    ]),
  );
}
