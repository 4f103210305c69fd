import type pg from "pg";
import { type Change, findDifference } from "./definitions.ts";
import { lockOf, type Migration, partsOf } from "./journal.ts";
import { planQueue } from "./queue-tables.ts";
import { type DatabaseState, readState } from "./state.ts";

export type Plan = {
  state: DatabaseState;
  /** The statements that a migration would run now, in this order. */
  now: Change[];
  /** The statements that are left for `--contract`. */
  later: Change[];
};

/** Says what a migration would run. Changes nothing. */
export async function planMigration(client: pg.Client): Promise<Plan> {
  const state = await readState(client);
  if (state.isNewer || state.isTooNew) return { state, now: [], later: [] };
  const isNewDatabase = state.applied.whole.size === 0;
  const changeOf = ({ name, statements, createdAt }: Migration): Change => {
    const { together, afterwards } = partsOf(statements, { isNewDatabase });
    const isHalfDone = state.applied.partly.has(createdAt);
    return { object: `migration ${name}`, statements: [...(isHalfDone ? [] : together), ...afterwards] };
  };
  const pending = state.pending.map(changeOf);
  const { missing, surplus } = await findDifference(
    client,
    pending.flatMap(({ statements }) => statements),
  );
  const queue = await planQueue(client);
  return { state, now: [...pending, ...missing, ...queue], later: [...state.contracts.map(changeOf), ...surplus] };
}

/** The lines that an operator reads. */
export function describePlan({ state, now, later }: Plan): string[] {
  if (state.isTooNew || state.isNewer)
    return ["A newer version migrated this database. This version changes nothing in it."];
  if (now.length === 0 && later.length === 0) return ["The database is up to date."];
  const lines = now.length > 0 ? ["This would run now:", ...now.flatMap(describe)] : ["The database is up to date."];
  if (later.length > 0)
    lines.push(
      "This is left for `npm run migrate -- --contract`, when no process of an earlier version runs any more:",
      ...later.flatMap(describe),
    );
  return [...lines, "Nothing was changed."];
}

const describe = ({ object, statements }: Change) => [
  `  ${object}`,
  ...statements.flatMap((statement) => {
    const lock = lockOf(statement);
    return [`    ${shorten(statement)}${lock && `   [${lock}]`}`];
  }),
];

/** The text of a function is in the file that declares it. */
function shorten(statement: string) {
  const [first = "", ...rest] = statement.trim().split("\n");
  return /^create\s+(or\s+replace\s+)?function/i.test(first) ? `${first} …` : [first, ...rest].join("\n    ");
}
