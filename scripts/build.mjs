import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandFile, inRoot, productNode } from "./paths.mjs";
import { capture, environment } from "./run.mjs";
import { SetupError } from "./terminal.mjs";

const output = inRoot("web", "dist");
const stamp = join(output, ".sources");

export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();

const otherLanguages = () =>
  readdirSync(inRoot("contract", "locales"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));

/**
 * Builds the web app once for each language, in temporary folders, and renames the result, so that neither a running server nor
 * a stopped build leaves half an app. English is `index.html`, the others are `index.<language>.html`. Files without words have
 * the same name and content in all languages.
 */
export async function buildWeb() {
  const sources = fingerprint();
  const aside = inRoot("tmp", `web-${process.pid}`);
  const folderOf = (language) => join(aside, language);
  const others = otherLanguages();
  try {
    await Promise.all(["en", ...others].map((language) => buildLanguage(language, folderOf(language))));
    const files = Object.fromEntries(["en", ...others].map((language) => [language, filesOf(folderOf(language))]));
    for (const language of others) {
      cpSync(join(folderOf(language), "assets"), join(folderOf("en"), "assets"), { recursive: true });
      for (const [name, ending] of [
        ["index", "html"],
        ["preloads", "json"],
      ])
        renameSync(
          join(folderOf(language), `${name}.${ending}`),
          join(folderOf("en"), `${name}.${language}.${ending}`),
        );
    }
    await buildServiceWorker(folderOf("en"), files, sources.slice(0, 16));
    writeFileSync(join(folderOf("en"), ".sources"), sources);
    rmSync(output, { recursive: true, force: true });
    renameSync(folderOf("en"), output);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

const buildLanguage = (language, folder) =>
  runVite(["--outDir", folder, "--emptyOutDir"], { BUILD_LANGUAGE: language });

/** The paths of the files that the app needs without a network. The pictures of the guide and fonts of rare letters come with use. */
const filesOf = (folder) => [
  "/theme.js",
  "/early-calls.js",
  "/icon.svg",
  ...readdirSync(join(folder, "assets"))
    .filter((name) => /\.(js|css)$|-latin-wght-normal.*\.woff2$/.test(name))
    .sort()
    .map((name) => `/assets/${name}`),
];

/** Builds `sw.js`, which names the files of every language. Its version changes with every source. */
async function buildServiceWorker(folder, files, version) {
  const list = `${folder}-files.json`;
  writeFileSync(list, JSON.stringify({ version, files }));
  const config = join("service-worker", "vite.config.ts");
  await runVite(["--config", config, "--outDir", folder], { SERVICE_WORKER_FILES: list });
}

async function runVite(options, settings) {
  const vite = [commandFile("vite", "web"), "build", "--logLevel", "warn", ...options];
  // With NODE_ENV=development in the shell, Vite would bundle React's slow development build.
  const env = environment({ NODE_ENV: "production", ...settings });
  const { code, output: printed } = await capture(productNode(), vite, { cwd: inRoot("web"), env });
  if (code !== 0) throw new SetupError(`vite build failed:\n\n${printed.trim()}`);
}

/** Hashes everything that the build reads: the sources, the lock file and the build-time settings. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const folder of ["web", "contract", join("docs", "guide")]) addFolder(hash, inRoot(folder));
  for (const file of ["package-lock.json", "CHANGELOG.md", join("docs", "operations.md")])
    hash.update(readFileSync(inRoot(file)));
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
  return hash.update(JSON.stringify(settings.sort())).digest("hex");
}

const notSource = /^(node_modules|dist|test)$|\.test\.tsx?$|^\.(?!env)/;

function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !notSource.test(name));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else hash.update(`${entry.name}\0`).update(readFileSync(path)).update("\0");
  }
}
