/** The scripts that a page of the built web app loads until it can be used, and what it may load at most. */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../web/dist/", import.meta.url));

const shell = "src/app/signed-in.tsx";
const editor = "src/components/rich-text/rich-text-editor.tsx";

/** Each page with the entries that it imports when it is opened, and the most kB and files that it may load. */
export const budgets = [
  { page: "login", entries: [], kilobytes: 80, files: 3 },
  { page: "inbox", entries: [shell, "src/features/inbox/inbox-page.tsx"], kilobytes: 150, files: 12 },
  { page: "compose", entries: [shell, "src/features/compose/compose-page.tsx"], kilobytes: 160, files: 15 },
  { page: "reply", entries: [shell, "src/features/reply/reply-page.tsx"], kilobytes: 157.5, files: 16 },
  // The editor comes after the first paint. What is typed before goes into a plain box.
  {
    page: "compose with its editor",
    entries: [shell, "src/features/compose/compose-page.tsx", editor],
    kilobytes: 291,
    files: 20,
  },
  { page: "summarize", entries: [shell, "src/features/summarize/summarize-page.tsx"], kilobytes: 144, files: 14 },
  {
    page: "dashboard",
    entries: [shell, "src/features/dashboards/user-dashboard-page.tsx"],
    kilobytes: 140,
    files: 18,
  },
  { page: "admin", entries: [shell, "src/features/dashboards/tenant-dashboard-page.tsx"], kilobytes: 136, files: 15 },
  {
    page: "sa",
    entries: [shell, "src/app/shell/tenant-selector.tsx", "src/features/dashboards/platform-dashboard-page.tsx"],
    kilobytes: 136,
    files: 16,
  },
] as const;

type Chunk = { file: string; imports?: string[] };
type Weight = { kilobytes: number; files: number };

/** The compressed scripts of a page: the chunks of its entries, and all that they import statically. */
export function weightOf(entries: readonly string[]): Weight {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8"));
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no entry ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of ["index.html", ...entries]) add(key);
  const bytes = [...files].map((file) => sizeOf(`${dist}${file}`));
  return { kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1024, files: files.size };
}

/** Small files have no compressed copy, and are sent as they are. */
const sizeOf = (path: string) => (statSync(`${path}.gz`, { throwIfNoEntry: false }) ?? statSync(path)).size;
