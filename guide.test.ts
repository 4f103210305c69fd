import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { cliSettings } from "./cli/src/command.ts";
import { settingNames } from "./server/src/lib/config.ts";
import { guideFiles, linksIn } from "./web/guide-pages.ts";
import { readMarkdown } from "./web/markdown.ts";
import { catalogue } from "./web/src/app/shell/shortcut-catalogue.ts";
import { places } from "./web/src/features/inbox/folders/places.ts";
import type { Node } from "./web/src/lib/guide-nodes.ts";

const root = import.meta.dirname;
const guide = join(root, "docs/guide");
const written = readdirSync(guide).filter((name) => name.endsWith(".md"));
const pages = written.map((name) => {
  const file = join(guide, name);
  const text = readFileSync(file, "utf8");
  return { name, file, text, nodes: readMarkdown(text) };
});

const idsIn = (file: string) =>
  readMarkdown(readFileSync(file, "utf8")).flatMap((node: Node) =>
    typeof node !== "string" && "id" in node ? [node.id] : [],
  );

test("the contents name every page of the guide, once [HLP-08]", () => {
  const listed = guideFiles().map(({ file }) => relative(guide, file));
  expect(written.length).toBeGreaterThan(3);
  expect(listed.filter((name) => !name.startsWith("..")).sort()).toEqual(
    written.filter((name) => name !== "README.md").sort(),
  );
  expect(new Set(listed).size).toBe(listed.length);
});

test.each(pages)(
  "every link and picture of $name leads to a file, and every anchor to a heading [HLP-08]",
  ({ file, nodes }) => {
    const lost = linksIn(nodes).filter(({ href }) => {
      if (/^https?:/.test(href)) return false;
      const [path = "", anchor] = href.split("#", 2);
      const target = path ? join(dirname(file), path) : file;
      return !existsSync(target) || (anchor !== undefined && !idsIn(target).includes(anchor));
    });
    expect(lost).toEqual([]);
  },
);

test("every picture is used, says what it shows, and all together are small [HLP-08]", () => {
  const shown = pages.flatMap(({ file, nodes }) =>
    linksIn(nodes).flatMap(({ href, isPicture }) => (isPicture ? [join(dirname(file), href)] : [])),
  );
  const files = readdirSync(join(guide, "pictures")).map((name) => join(guide, "pictures", name));
  expect([...new Set(shown)].sort()).toEqual(files.sort());
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(2.5 * 1024 * 1024);
  for (const { text } of pages) expect(text).not.toMatch(/!\[\s*\]/);
});

test.each(pages)("every setting and command that $name names exists [HLP-08]", ({ text }) => {
  const settings = [...text.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name);
  expect(settings.filter((name) => ![...settingNames, ...cliSettings].includes(name))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("the page of keys has every key of the inbox and of the places of mail [HLP-08]", () => {
  const page = pages.find(({ name }) => name === "keyboard.md")?.text ?? "";
  const written = [...page.matchAll(/`([^`]+)`/g)].map(([, keys = ""]) => keys.toLowerCase());
  const names: Record<string, string> = { escape: "esc", mod: "ctrl" };
  const shown = (keys: string) =>
    keys
      .split("+")
      .map((key) => names[key] ?? key)
      .join(" ");
  const all = [...catalogue, ...Object.values(places)].map(({ keys }) => shown(keys));
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((keys) => !written.includes(keys))).toEqual([]);
});

test("the image's build gets the guide and the changelog", () => {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const line of ["!docs/guide", "!docs/operations.md", "!CHANGELOG.md"]) expect(ignored).toContain(line);
});
