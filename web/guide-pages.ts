import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import { inline, readMarkdown } from "./markdown.ts";
import { type Element, type GuidePage, type Node, type Release, textOf } from "./src/lib/guide-nodes.ts";

const root = resolve(import.meta.dirname, "..");
const changelog = join(root, "CHANGELOG.md");
/** The table of contents: each list item names a page of the guide. */
const contents = join(root, "docs/guide/README.md");

/** The module with all pages, and the addresses of their pictures, which it needs before it runs. */
export const isOfGuide = (id: string) => id === "\0virtual:guide" || /[\\/]docs[\\/]guide[\\/]/.test(id);

/**
 * Makes pages of `docs/guide` and of the changelog at build time, so that the product shows them without a network and without a
 * Markdown library: `virtual:guide` has all pages, `virtual:news` the changelog, `virtual:news-mark` a hash of it.
 */
export function guidePages(): Plugin {
  const modules: Record<string, () => { code: string; files: string[] }> = {
    "virtual:guide": guideCode,
    "virtual:news": () => ({ code: `export const releases = ${JSON.stringify(readReleases())};`, files: [changelog] }),
    "virtual:news-mark": () => ({ code: `export const newsMark = ${JSON.stringify(newsMark())};`, files: [changelog] }),
  };
  return {
    name: "guide-pages",
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load(id) {
      const made = id.startsWith("\0") && modules[id.slice(1)]?.();
      if (!made) return null;
      for (const file of made.files) this.addWatchFile(file);
      return { code: made.code, moduleSideEffects: false };
    },
  };
}

function guideCode() {
  const pictures = new Map<string, string>();
  const pages = readGuide((file) => {
    const name = pictures.get(file) ?? `picture${pictures.size}`;
    pictures.set(file, name);
    return name;
  });
  // A picture's address is known only to the bundler, so its name stands in the page without quotation marks.
  const json = JSON.stringify(pages).replaceAll(/"src":"(picture\d+)"/g, '"src":$1');
  const imports = [...pictures].map(([file, name]) => `import ${name} from ${JSON.stringify(file)};`);
  return {
    code: [...imports, `export const pages = ${json};`].join("\n"),
    files: [contents, ...guideFiles().map(({ file }) => file)],
  };
}

/** The files of the guide in the order of its contents, each with the heading above it. */
export function guideFiles(): { file: string; slug: string; group: string }[] {
  const files: { file: string; slug: string; group: string }[] = [];
  let group = "";
  for (const node of readMarkdown(readFileSync(contents, "utf8"))) {
    if (typeof node === "string") continue;
    if (node.tag === "h2") group = textOf(node.children);
    if (node.tag !== "ul") continue;
    for (const { href } of linksIn([node])) {
      const file = join(dirname(contents), href);
      files.push({ file, slug: slugOf(file), group });
    }
  }
  return files;
}

const slugOf = (file: string) =>
  relative(root, file)
    .replace(/^docs\/(guide\/)?/, "")
    .replace(/\.md$/, "");

/** All pages. `nameOf` gets the file of each picture, and its result replaces the picture's address. */
export function readGuide(nameOf: (file: string) => string): GuidePage[] {
  const files = guideFiles();
  const slugs = new Map(files.map(({ file, slug }) => [file, slug]));
  return files.map(({ file, slug, group }) => {
    const [title, ...body] = readMarkdown(readFileSync(file, "utf8"));
    if (typeof title !== "object" || title.tag !== "h1") throw new Error(`${file} does not begin with its title`);
    return {
      slug,
      group,
      title: textOf(title.children),
      body: changed(body, (node) => {
        if (node.tag === "img") return { ...node, src: nameOf(join(dirname(file), node.src)) };
        if (node.tag === "a") return { ...node, href: addressIn(node.href, file, slugs) };
        return node;
      }),
    };
  });
}

/** The address of a link within the product. A file that is not a page of the guide has none, and stands as plain text. */
function addressIn(href: string, file: string, slugs: ReadonlyMap<string, string>) {
  if (/^https?:/.test(href) || href.startsWith("#")) return href;
  const [path = "", hash] = href.split("#", 2);
  const target = join(dirname(file), path);
  if (!existsSync(target)) throw new Error(`${file} links to ${href}, which does not exist`);
  const slug = target === contents ? "" : slugs.get(target);
  return slug === undefined ? "" : `/help${slug && `/${slug}`}${hash ? `#${hash}` : ""}`;
}

/** The nodes, each replaced by what `change` makes of it, from the inside out. */
function changed(nodes: readonly Node[], change: (node: Element) => Element): Node[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.tag === "img") return change(node);
    const deep = (inner: Node[]) => changed(inner, change);
    if (node.tag === "table")
      return change({ ...node, head: node.head.map(deep), rows: node.rows.map((row) => row.map(deep)) });
    return change({ ...node, children: deep(node.children) });
  });
}

/** The links and pictures of nodes, with their addresses as they are written. */
export function linksIn(nodes: readonly Node[]): { href: string; isPicture: boolean }[] {
  const found: { href: string; isPicture: boolean }[] = [];
  changed(nodes, (node) => {
    if (node.tag === "a") found.push({ href: node.href, isPicture: false });
    if (node.tag === "img") found.push({ href: node.src, isPicture: true });
    return node;
  });
  return found;
}

/** The releases of the changelog, the newest first. */
export function readReleases(text = readFileSync(changelog, "utf8")): Release[] {
  const releases: Release[] = [];
  for (const line of text.split("\n")) {
    const [, name] = /^## (.+)$/.exec(line) ?? [];
    const [, title] = /^### (.+)$/.exec(line) ?? [];
    const [, entry] = /^- (.+)$/.exec(line) ?? [];
    if (name) releases.push({ name: name === "Unreleased" ? "This version" : `Version ${name}`, groups: [] });
    const release = releases.at(-1);
    if (!release) continue;
    if (title) release.groups.push({ title, entries: [] });
    else if (entry) groupOf(release).entries.push(inline(entry));
    else if (!name && line.trim()) groupOf(release).entries.push(inline(line.trim()));
  }
  return releases.filter(({ groups }) => groups.some(({ entries }) => entries.length > 0));
}

/** A first version has a sentence and no groups. */
function groupOf(release: Release) {
  const last = release.groups.at(-1);
  if (last) return last;
  const group = { title: "", entries: [] };
  release.groups.push(group);
  return group;
}

/** Differs if the news of the newest release differ. */
const newsMark = () => createHash("sha256").update(JSON.stringify(readReleases()[0])).digest("hex").slice(0, 8);
