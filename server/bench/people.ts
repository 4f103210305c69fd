/** Measures the completion of a recipient in an address book of 50,000 people. The goal is 5 ms of processor time for each text. */
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { completePeople } from "#features/people/complete.ts";
import { insertPeople, putAddresses } from "#features/people/people-rows.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld } from "./mail-bench.ts";
import { asDatabaseOwner, at, cpuOf, msOf, scopeOf } from "./search.ts";

const repeats = 100;
const mostMs = 5;
/** Frequent and rare beginnings: of names, of addresses, of a domain that most people have, and of nobody. */
const typed = ["a", "an", "person", "person123", "gmail.c", "zoe", "José Ál", "x", "nobody-has-this"];

export async function run(people = Number(process.env.BENCH_PEOPLE ?? 50_000)): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  try {
    await fillPeople(bench, people);
    const scope = scopeOf(bench);
    const cpu = cpuOf(bench);
    const rows: BenchRow[] = [];
    for (const q of typed) {
      const complete = () => completePeople(scope, { q, limit: 20 });
      for (let warm = 0; warm < 5; warm++) await complete();
      const ms: number[] = [];
      // The system counts the database's time in steps of some ms, so it is read once for all turns.
      const before = cpu();
      for (let turn = 0; turn < repeats; turn++) ms.push(await msOf(complete));
      const cpuMs = (cpu() - before) / repeats;
      const isKnown = bench.databaseCpuMs() !== undefined;
      const value = isKnown ? cpuMs : at(ms, 0.5);
      const note = `${isKnown ? "of processor" : "each"} among ${people} people; ${at(ms, 0.5).toFixed(1)} ms, p95 ${at(ms, 0.95).toFixed(1)}`;
      rows.push({ name: `people.${q}`, value, unit: "ms", ...goalOf(value, mostMs), note });
    }
    return rows;
  } finally {
    await bench.close();
  }
}

const firstNames = ["Ana", "Anders", "Zoë", "José", "Priya", "Person", "Mira", "Wes", "Ravi", "Élodie"];
const lastNames = ["Nair", "Álvarez", "Okafor", "Shah", "Weber", "Tanaka"];

async function fillPeople(bench: BenchWorld, count: number) {
  const { tenantId, user } = scopeOf(bench);
  const owner = { tenantId, userId: user.id };
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    name: `${firstNames[index % firstNames.length]} ${lastNames[index % lastNames.length]} ${index}`,
    address: `person${index}@${index % 5 < 3 ? "gmail.com" : `company${index % 997}.test`}`,
    score: (index * 7919) % count,
  }));
  for (let from = 0; from < rows.length; from += 2000) {
    const some = rows.slice(from, from + 2000);
    if (from % 10000 === 2000) await asDatabaseOwner(bench.world, "analyze people, person_addresses, person_words");
    await fencedTransaction(
      bench.world.db,
      owner,
      async (tx) => {
        await insertPeople(
          tx,
          owner,
          some.map(({ id, name }) => ({ id, name, isSaved: false })),
        );
        await putAddresses(
          tx,
          owner,
          some.map(({ id, ...row }) => ({ ...row, personId: id })),
        );
      },
      { statementSeconds: 600 },
    );
  }
  await asDatabaseOwner(bench.world, "vacuum analyze people, person_addresses, person_words");
}
