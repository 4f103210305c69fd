import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { people as calls } from "@intellibox/contract/endpoints/people";
import { type ImportField, maxImportedPeople, maxPersonAddresses } from "@intellibox/contract/rules/people";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import type { UploadedFile } from "#http/uploads.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { refuseTooMany, rememberAddresses } from "../change-people.ts";
import {
  addressesOf,
  insertPeople,
  lockPeople,
  ownerOfPeople,
  ownersOfAddresses,
  type PeopleOwner,
  putAddresses,
  readPeople,
} from "../people-rows.ts";
import { scoreOf } from "../score.ts";
import type { ImportedPerson, RefusalReason } from "./imported-person.ts";
import { type PlannedPerson, planImport } from "./plan-import.ts";

type Outcome = ResponseOf<typeof calls.import>;
type Given = { files: UploadedFile[]; columns: ImportField[] | undefined };

const inThread = threaded<typeof import("./read-people-file.ts")>(new URL("./read-people-file.ts", import.meta.url));

const shownRefusals = 100;
const seconds = 60;

/** Counts what an import would do, in a transaction that changes nothing. */
export async function previewImport(scope: Scope, given: Given): Promise<Outcome> {
  const read = await readFile(scope, given);
  const planned = await scope.tx((tx) => planFor(tx, scope, read.accepted), { statementSeconds: seconds });
  return outcomeOf(read, planned);
}

/**
 * Stores the people in batches, each in a transaction of its own, so that mail goes on being learned meanwhile. If it is interrupted,
 * the same file again stores the rest: what is there already does not change.
 */
export async function importPeople(scope: Scope, given: Given): Promise<Outcome> {
  const read = await readFile(scope, given);
  if (read.needsColumns) throw invalid(t("Choose the column that has the email address."));
  const { accepted } = read;
  await scope.tx(async (tx) => refuseTooMany(tx, ownerOfPeople(scope), addedBy(await planFor(tx, scope, accepted))), {
    statementSeconds: seconds,
  });
  /** By id, because entries of two batches may be one person. */
  const planned = new Map<string, PlannedPerson>();
  for (let done = 0; done < accepted.length; done += batchSize) {
    const entries = accepted.slice(done, done + batchSize);
    const progress = { done: done + entries.length, total: accepted.length };
    for (const person of await storeBatch(scope, entries, progress)) note(planned, person);
  }
  return outcomeOf(read, [...planned.values()]);
}

const batchSize = 1000;

const addedBy = (plan: PlannedPerson[]) => plan.filter(({ state }) => state === "added").length;

const storeBatch = (scope: Scope, entries: ImportedPerson[], progress: { done: number; total: number }) =>
  scope.tx(
    async (tx) => {
      const owner = ownerOfPeople(scope);
      await lockPeople(tx, owner);
      const plan = await planFor(tx, scope, entries);
      await refuseTooMany(tx, owner, addedBy(plan));
      await storePlan(tx, owner, plan, scope.now());
      await scope.publish(tx, owner, { kind: "people-import", data: progress });
      return plan;
    },
    { statementSeconds: seconds },
  );

/** A person whom an earlier batch has added stays "added", and one who was updated "updated". */
function note(planned: Map<string, PlannedPerson>, person: PlannedPerson) {
  const before = planned.get(person.id);
  if (!before || before.state === "unchanged") planned.set(person.id, person);
}

async function readFile(scope: Scope, { files, columns }: Given) {
  const [file] = files;
  if (!file) throw invalid(t("Choose a file to import."));
  const read = await inThread("readPeopleFile", [file.bytes, columns], { owner: ownerOf(scope) });
  if (read.problem === "tooMany")
    throw invalid(t("A file can have at most {max} people.", { max: maxImportedPeople.toLocaleString("en") }));
  if (read.problem || (read.people.length === 0 && read.columns.length < 2))
    throw invalid(t("This file has no people. Choose a vCard (.vcf) or CSV file."));
  return {
    needsColumns: read.columns.length > 0 && !read.fields.includes("email"),
    columns: read.columns.map((column, at) => ({ ...column, field: read.fields[at] ?? ("skip" as const) })),
    accepted: read.people.filter(({ refusal }) => !refusal),
    refused: read.people.filter(({ refusal }) => refusal),
  };
}

async function planFor(tx: Tx, scope: Scope, entries: ImportedPerson[]): Promise<PlannedPerson[]> {
  const owner = ownerOfPeople(scope);
  const known = await ownersOfAddresses(tx, owner, [...new Set(entries.flatMap(({ addresses }) => addresses))]);
  const ids = [...new Set(known.map(({ personId }) => personId))];
  const [stored, addresses] = [await readPeople(tx, owner, ids), await addressesOf(tx, owner, ids)];
  return planImport(entries, stored, addresses, scope.now());
}

async function storePlan(tx: Tx, owner: PeopleOwner, plan: PlannedPerson[], now: Date) {
  const changed = plan.filter(({ state }) => state !== "unchanged");
  const score = scoreOf("received", now);
  await insertPeople(tx, owner, changed);
  await putAddresses(
    tx,
    owner,
    changed.flatMap(({ id, name, addresses }) =>
      addresses.map((address, position) => ({ address, position, personId: id, name, score })),
    ),
  );
  await rememberAddresses(
    tx,
    owner,
    changed.flatMap(({ addresses }) => addresses),
  );
}

const reasons: Record<RefusalReason, string> = {
  noAddress: t("It has no email address."),
  badAddress: t("The email address is not valid."),
  manyAddresses: t("It has more than {max} email addresses.", { max: maxPersonAddresses }),
  unreadable: t("It cannot be read."),
};

type ReadFile = Awaited<ReturnType<typeof readFile>>;

function outcomeOf({ needsColumns, columns, refused }: ReadFile, planned: PlannedPerson[]): Outcome {
  const count = (state: PlannedPerson["state"]) => planned.filter((person) => person.state === state).length;
  return {
    ...{ needsColumns, columns, refused: refused.length },
    ...{ added: count("added"), updated: count("updated"), unchanged: count("unchanged") },
    refusals: refused
      .slice(0, shownRefusals)
      .map(({ line, name, refusal = "unreadable" }) => ({ line, name, reason: reasons[refusal] })),
  };
}
