// npm run bench [name …]: prints each measurement as a table, and stores it as JSON in test-results/bench. With `--check` it fails if a
// ratio misses its goal.
import { mkdirSync, writeFileSync } from "node:fs";
import { type BenchRow, missedRatios, withGoal } from "./bench-row.ts";

const benches: Record<string, () => Promise<BenchRow[]>> = {
  ai: async () => (await import("./ai.ts")).run(),
  api: async () => (await import("./api.ts")).run(),
  connect: async () => (await import("./connect.ts")).run(),
  disk: async () => (await import("./disk.ts")).run(),
  dashboards: async () => (await import("./dashboards.ts")).run(),
  extract: async () => (await import("./extract.ts")).run(),
  folders: async () => (await import("./folders.ts")).run(),
  hostile: async () => (await import("./hostile.ts")).run(),
  idle: async () => (await import("./idle.ts")).run(),
  knowledge: async () => (await import("./knowledge.ts")).run(),
  loop: async () => (await import("./loop.ts")).run(),
  partitions: async () => (await import("./partitions.ts")).run(),
  people: async () => (await import("./people.ts")).run(),
  rules: async () => (await import("./rules.ts")).run(),
  scale: async () => (await import("./scale.ts")).run(),
  search: async () => (await import("./search.ts")).run(),
  send: async () => (await import("./send.ts")).run(),
  soak: async () => (await import("./soak.ts")).run(),
  start: async () => (await import("./start.ts")).run(),
  sync: async () => (await import("./sync.ts")).run(),
  threads: async () => (await import("./threads.ts")).run(),
  // The benches of the web app are in e2e, which has Playwright.
  web: async () => (await import(new URL("../../e2e/bench/web.ts", import.meta.url).href)).run(),
  page: async () => (await import(new URL("../../e2e/bench/page.ts", import.meta.url).href)).run(),
  weight: async () => (await import(new URL("../../e2e/bench/weight.ts", import.meta.url).href)).run(),
};

const results = new URL("../../test-results/bench/", import.meta.url);
const isCheck = process.argv.includes("--check");
const asked = process.argv.slice(2).filter((word) => word !== "--check");
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}

mkdirSync(results, { recursive: true });
const missed: BenchRow[] = [];
// The soak takes ten minutes, so it runs only when it is asked for.
for (const name of asked.length > 0 ? asked : Object.keys(benches).filter((bench) => bench !== "soak")) {
  console.log(`\n${name}`);
  const rows = ((await benches[name]?.()) ?? []).map(withGoal);
  missed.push(...missedRatios(rows));
  console.table(
    rows.map(({ name: what, value, unit, goal = "", verdict = "", note }) => ({
      ...{ name: what, value: Number(value.toPrecision(3)), unit },
      ...{ goal, verdict, note },
    })),
  );
  const kept = { at: new Date().toISOString(), rows };
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(kept, null, 2)}\n`);
}
for (const { name, value, unit, goal } of missed)
  console.error(`${name} misses its goal: ${Number(value.toPrecision(3))} ${unit}, goal ${goal}`);
process.exit(isCheck && missed.length > 0 ? 1 : 0);
