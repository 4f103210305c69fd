import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { commandFile, inRoot, productNode } from "./paths.mjs";
import { capture } from "./run.mjs";
import { main, SetupError, say } from "./terminal.mjs";

/**
 * Writes the client as a package that programs outside of this repository can install: one JavaScript file for any runtime with
 * `fetch`, and its types. It needs Zod only, whose types its own are made of.
 */
export async function buildClient(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { build } = await import("vite");
  await build({
    ...{ configFile: false, logLevel: "warn", root: inRoot("client") },
    build: {
      ...{ outDir: folder, emptyOutDir: false, minify: false, target: "es2024" },
      lib: { entry: inRoot("client", "src", "index.ts"), formats: ["es"], fileName: "index" },
      rolldownOptions: { external: ["zod"] },
    },
  });
  await writeTypes(folder);
  const manifest = (workspace) => JSON.parse(readFileSync(inRoot(workspace, "package.json"), "utf8"));
  const { name, version, license, type, sideEffects } = manifest("client");
  const { zod } = manifest("contract").dependencies;
  const exports = { ".": { types: "./types/client/src/index.d.ts", default: "./index.js" } };
  const written = { name, version, license, type, sideEffects, exports, dependencies: { zod } };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
}

async function writeTypes(folder) {
  const types = join(folder, "types");
  const options = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    types,
    "--rootDir",
    inRoot(),
  ];
  const { code, output } = await capture(productNode(), [
    ...[commandFile("typescript"), "-p", inRoot("client", "tsconfig.build.json"), ...options],
  ]);
  if (code !== 0) throw new SetupError(`The types of the client could not be written:\n\n${output}`);
  for (const file of globSync("**/*.d.ts", { cwd: types })) {
    const path = join(types, file);
    writeFileSync(path, withoutWorkspaces(readFileSync(path, "utf8"), dirname(path), resolve(types)));
  }
}

/** Imports of the contract become paths inside of the package. */
function withoutWorkspaces(text, folder, types) {
  const contract = relative(folder, join(types, "contract", "src")).replaceAll("\\", "/");
  const start = contract.startsWith(".") ? contract : `./${contract}`;
  return text
    .replaceAll(/(["'])@intellibox\/contract\/([\w/-]+)\1/g, (_, __, path) => `"${start}/${path}.js"`)
    .replaceAll(/((?:from |import\()["']\.[^"']*)\.ts(["'])/g, "$1.js$2");
}

if (import.meta.main)
  await main(async () => {
    const folder = inRoot("client", "dist");
    await buildClient(folder);
    say(`The package is in ${relative(inRoot(), folder)}. Install it with: npm install ${folder}`);
  });
