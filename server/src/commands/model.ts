// A command that installs the optional library for model files, and fetches small models of a free licence.
import { join, relative } from "node:path";
import { ownConfig } from "#lib/config.ts";
import { isLibraryIn, libraryFolder } from "#outside/models/file-model/library.ts";
import { addressOf, type CataloguedModel, catalogue } from "./model/catalogue.ts";
import { download } from "./model/download.ts";
import { installLibrary } from "./model/install-library.ts";
import { print, runCommand } from "./run-command.ts";

const usage = `npm run model -- list                lists models that can be fetched
npm run model -- get <name>          fetches a model into the data folder, and installs the library if it is missing
npm run model -- install [--gpu]     installs the library (node-llama-cpp); --gpu keeps its builds for graphics cards`;

function list() {
  for (const { name, about, licence, note } of catalogue) print(`${name.padEnd(14)} ${about}, ${licence}, ${note}`);
  print(`\nThe library is ${isLibraryIn(libraryFolder) ? "installed" : "not installed"}.`);
}

async function install(withGpu: boolean) {
  await installLibrary({ withGpu });
  print("node-llama-cpp is installed.");
}

async function get(name: string) {
  const model = catalogue.find((one) => one.name === name);
  if (!model) throw new Error(`${name || "A name"} is not in the list: ${catalogue.map((one) => one.name).join(", ")}`);
  const path = await fetchModel(model);
  if (!isLibraryIn(libraryFolder)) await install(false);
  print(`Next: set INTELLIBOX_MODEL_FILE=${path} and restart. Then choose "This computer" in the AI settings.`);
}

async function fetchModel(model: CataloguedModel) {
  const path = join(ownConfig().dataDir, "models", model.file);
  print(`Fetching ${model.file} (${model.licence}) from ${model.repository}.`);
  const outcome = await download({ url: addressOf(model), path, say: print });
  print(
    outcome === "present"
      ? `It is here already: ${relative(process.cwd(), path)}`
      : `Fetched. Size and checksum are as the hub stated them.`,
  );
  return path;
}

await runCommand({
  usage,
  options: { gpu: { type: "boolean" } },
  places: { from: 1, to: 2 },
  run: async ({ values, positionals: [what = "", name = ""] }) => {
    if (what === "list" && !name) return list();
    if (what === "install" && !name) return install(values.gpu ?? false);
    if (what === "get") return get(name);
    throw new Error(usage);
  },
});
