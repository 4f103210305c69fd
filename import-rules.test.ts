import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** The layers, each with the parts that it may import besides itself. */
const layers: Record<string, string[]> = {
  "contract/src": [],
  "client/src": ["contract/src"],
  "cli/src": ["contract/src", "client/src"],
  "server/src/lib": ["contract/src"],
  "server/src/db": ["contract/src", "server/src/lib"],
  "server/src/outside": ["contract/src", "server/src/lib"],
  "server/src/engine": ["contract/src", "server/src/lib"],
  "server/src/scope.ts": ["contract/src", "server/src/lib", "server/src/db", "server/src/outside"],
  "server/src/http": ["contract/src", "server/src/lib", "server/src/scope.ts"],
  "server/src/features": [
    "contract/src",
    "server/src/lib",
    "server/src/db",
    "server/src/outside",
    "server/src/engine",
    "server/src/scope.ts",
    "server/src/http",
  ],
  "web/src/lib": ["contract/src"],
  "web/src/api": ["contract/src", "web/src/lib"],
  "web/src/components": ["contract/src", "web/src/lib"],
  "web/src/state": ["contract/src", "web/src/lib", "web/src/api"],
  "web/src/features": ["contract/src", "web/src/lib", "web/src/api", "web/src/components", "web/src/state"],
};

const root = import.meta.dirname;
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|suite)\.tsx?$/.test(file);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") yield* filesBelow(path);
    else if (entry.isFile() && isSource(entry.name)) yield path;
  }
}

type Import = { from: string; to: string; package?: string };

/** The imported file as a path from the root, or the name of an installed package. */
function target(file: string, specifier: string): { to: string } | { package: string } {
  if (specifier.startsWith("@intellibox/contract/")) return { to: `contract/src/${specifier.slice(21)}.ts` };
  if (specifier === "@intellibox/client") return { to: "client/src/index.ts" };
  if (specifier.startsWith("#")) return { to: `${file.split("/")[0]}/src/${specifier.slice(1)}` };
  if (specifier.startsWith(".")) return { to: relative(root, resolve(root, dirname(file), specifier)) };
  return { package: specifier };
}

const files = ["contract/src", "client/src", "cli/src", "server/src", "web/src"]
  .flatMap((folder) => [...filesBelow(join(root, folder))])
  .map((file) => relative(root, file));
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), "utf8");
  const statement =
    /^(?:import|export)\b[^;'"]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(statement)].map(([, a, b, c]) => {
    const found = target(from, a ?? b ?? c ?? "");
    return "to" in found ? { from, to: found.to } : { from, to: "", package: found.package };
  });
});

const layerOf = (path: string) => Object.keys(layers).find((layer) => path === layer || path.startsWith(`${layer}/`));
const featureOf = (path: string) => /^(server|web)\/src\/features\/([^/]+)\//.exec(path)?.[2];
const show = ({ from, to, package: name }: Import) => `${from} → ${to || name}`;

test("the sources are found, and every import leads to a file", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(300);
  const dangling = imports.filter(
    ({ to }) => to && !to.includes("?") && !statSync(join(root, to), { throwIfNoEntry: false }),
  );
  expect(dangling.map(show)).toEqual([]);
});

test("a file imports from lower layers only", () => {
  const upward = imports.filter(({ from, to }) => {
    const [layer, other] = [layerOf(from), layerOf(to)];
    if (!layer || !to) return false;
    return other !== layer && !layers[layer]?.includes(other ?? "the assembly");
  });
  expect(upward.map(show)).toEqual([]);
});

test("web features do not import each other, and no server feature imports another's routes", () => {
  const foreign = imports.filter(
    ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
  );
  const wrong = foreign.filter(({ from, to }) => from.startsWith("web/") || to.endsWith(".routes.ts"));
  expect(wrong.map(show)).toEqual([]);
});

test("features import neither the web framework nor the database client", () => {
  const framework = imports.filter(
    ({ from, package: name }) => /^(fastify|@fastify\/)/.test(name ?? "") && from.startsWith("server/src/features/"),
  );
  const client = imports.filter(
    ({ from, to, package: name }) =>
      from.startsWith("server/src/features/") && (name === "pg" || to === "server/src/db/client.ts"),
  );
  const typesOnly = ({ from }: Import) => !allowedClient.has(from);
  expect([...framework, ...client].filter(typesOnly).map(show)).toEqual([]);
});

/** Look up tokens and keys, the queries that a connection may run outside a fenced transaction. */
const allowedClient = new Set([
  "server/src/features/auth/find-caller.ts",
  "server/src/features/api-keys/find-key-caller.ts",
]);

test("only one file imports the internals of nodemailer, which its contract test checks", () => {
  const insiders = imports.filter(({ package: name }) => name?.startsWith("nodemailer/"));
  expect([...new Set(insiders.map(({ from }) => from))]).toEqual(["server/src/outside/nodemailer.ts"]);
});

test("only one file imports Drizzle, because its ES modules are slow to load", () => {
  const importers = imports.filter(({ package: name }) => name?.startsWith("drizzle-orm"));
  expect([...new Set(importers.map(({ from }) => from))]).toEqual(["server/src/db/orm.ts"]);
});

test("the web app uses its own router and charts, because libraries for them are large", () => {
  const heavy = imports.filter(({ package: name }) => name === "react-router" || name === "recharts");
  expect(heavy.map(show)).toEqual([]);
});

test("the client needs no package but the contract, and the command line none but these two", () => {
  const others = imports.filter(
    ({ from, package: name }) =>
      name &&
      ((from.startsWith("client/") && name !== "zod") || (from.startsWith("cli/") && !name.startsWith("node:"))),
  );
  expect(others.map(show)).toEqual([]);
});

test("features keep the state of the process on World, not in module variables", () => {
  const variable = /^(?:export )?(?:let \w|const \w+[^=\n]*= new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\))/m;
  const features = files.filter((file) => file.startsWith("server/src/features/"));
  expect(features.filter((file) => variable.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

/** Every circle that a depth-first search of the edges finds. */
function circlesIn(edges: { from: string; to: string }[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: string[]) => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(" → "));
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

test("no file imports itself through others", () => {
  expect(circlesIn(imports.filter(({ to }) => to))).toEqual([]);
});

test("no feature imports itself through other features", () => {
  const between = imports.flatMap(({ from, to }) => {
    const [feature, other] = [featureOf(from), featureOf(to)];
    return from.startsWith("server/") && feature && other && feature !== other ? [{ from: feature, to: other }] : [];
  });
  expect(between.length).toBeGreaterThan(20);
  expect(circlesIn(between)).toEqual([]);
});

test("no feature of the server holds more than a fifth of all features", () => {
  const lines = new Map<string, number>();
  for (const file of files.filter((path) => path.startsWith("server/"))) {
    const feature = featureOf(file);
    const count = readFileSync(join(root, file), "utf8").split("\n").length;
    if (feature) lines.set(feature, (lines.get(feature) ?? 0) + count);
  }
  const all = [...lines.values()].reduce((sum, count) => sum + count, 0);
  expect([...lines].filter(([, count]) => count > all / 5).map(([feature]) => feature)).toEqual([]);
});

test("the files that the architecture names exist", () => {
  const named = [
    ...readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8").matchAll(
      /`((?:server|web|contract|client|cli)\/[\w./-]+\.tsx?)`/g,
    ),
  ];
  const paths = named.map(([, path = ""]) => path).filter((path) => !path.includes("<"));
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => !statSync(join(root, path), { throwIfNoEntry: false }))).toEqual([]);
});
