// Deletes and merges people. Both store what was before, so that they can be undone.
import { maxPersonAddresses, peopleUndoMinutes } from "@intellibox/contract/rules/people";
import { t } from "@intellibox/contract/text/t";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { people, peopleUndos } from "#db/tables/people.ts";
import type { Scope } from "#scope.ts";
import { deleteWithoutAddress, forgetAddresses, rememberAddresses } from "./change-people.ts";
import {
  addressesOf,
  arePeople,
  insertPeople,
  lockPeople,
  ownerOfPeople,
  ownersOfAddresses,
  type PeopleOwner,
  putAddresses,
  readPeople,
  type StoredPerson,
} from "./people-rows.ts";
import { noPerson } from "./read-people.ts";

const maxNotes = 5000;

export const removePeople = (scope: Scope, ids: string[]): Promise<{ undoId: string }> =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    const { rows, addresses } = await chosenPeople(tx, owner, ids);
    const undoId = await keepBefore(tx, owner, { people: rows, addresses });
    await forgetAddresses(tx, owner, addresses, scope.now());
    await tx.delete(people).where(
      arePeople(
        owner,
        rows.map(({ id }) => id),
      ),
    );
    return { undoId };
  });

/** The first person gets the addresses of all, and what it lacks from the others in their order. */
export const mergePeople = (scope: Scope, ids: string[]): Promise<{ id: string; undoId: string }> =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    const { rows, addresses } = await chosenPeople(tx, owner, ids);
    if (rows.length < 2) throw invalid(t("Choose at least two people"));
    if (addresses.length > maxPersonAddresses)
      throw conflict(t("Together these people have more than {max} addresses.", { max: maxPersonAddresses }));
    const undoId = await keepBefore(tx, owner, { people: rows, addresses });
    const merged = mergedOf(rows);
    await insertPeople(tx, owner, [merged]);
    const order = rows.flatMap(({ id }) => addresses.filter(({ personId }) => personId === id));
    await putAddresses(
      tx,
      owner,
      order.map((row, position) => ({ ...row, position, personId: merged.id, name: merged.name })),
    );
    await deleteWithoutAddress(
      tx,
      owner,
      rows.slice(1).map(({ id }) => id),
    );
    return { id: merged.id, undoId };
  });

/** In the chosen order. One that is not the user's is refused like one that does not exist. */
async function chosenPeople(tx: Tx, owner: PeopleOwner, ids: string[]) {
  await lockPeople(tx, owner);
  const chosen = [...new Set(ids)];
  const found = new Map((await readPeople(tx, owner, chosen)).map((row) => [row.id, row]));
  const rows = chosen.map((id) => {
    const row = found.get(id);
    if (!row) throw noPerson();
    return row;
  });
  return { rows, addresses: await addressesOf(tx, owner, chosen) };
}

function mergedOf(rows: StoredPerson[]): StoredPerson {
  const [first] = rows;
  if (!first) throw noPerson();
  // Facts that were saved by hand have precedence over facts from mail.
  const order = [...rows.filter(({ isSaved }) => isSaved), ...rows.filter(({ isSaved }) => !isSaved)];
  const value = (field: "name" | "company" | "jobTitle" | "phone") =>
    first[field] || order.map((row) => row[field]).find(Boolean) || "";
  const named = first.firstName || first.lastName ? first : order.find((row) => row.firstName || row.lastName);
  const notes = [...new Set(rows.map((row) => row.notes.trim()).filter(Boolean))].join("\n").slice(0, maxNotes);
  return {
    ...first,
    ...{ name: value("name"), company: value("company"), jobTitle: value("jobTitle"), phone: value("phone"), notes },
    ...{ firstName: named?.firstName ?? "", lastName: named?.lastName ?? "", isSaved: true },
  };
}

async function keepBefore(tx: Tx, owner: PeopleOwner, before: (typeof peopleUndos.$inferInsert)["before"]) {
  return only(
    await tx
      .insert(peopleUndos)
      .values({ ...owner, before })
      .returning({ id: peopleUndos.id }),
  ).id;
}

export const undoPeople = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    await lockPeople(tx, owner);
    const isOwn = and(
      eq(peopleUndos.tenantId, owner.tenantId),
      eq(peopleUndos.userId, owner.userId),
      eq(peopleUndos.id, id),
      sql`${peopleUndos.createdAt} > now() - make_interval(mins => ${peopleUndoMinutes})`,
    );
    const undone = await tx.delete(peopleUndos).where(isOwn).returning({ before: peopleUndos.before });
    const { before } = firstOr(undone, notFound(t("This can no longer be undone")));
    const addresses = before.addresses.map(({ address }) => address);
    // Mail may have been learned for them meanwhile.
    const meanwhile = await ownersOfAddresses(tx, owner, addresses);
    await insertPeople(tx, owner, before.people);
    const nameOf = new Map(before.people.map((row) => [row.id, row.name]));
    await putAddresses(
      tx,
      owner,
      before.addresses.map((row) => ({ ...row, name: nameOf.get(row.personId) ?? "" })),
    );
    await rememberAddresses(tx, owner, addresses);
    await deleteWithoutAddress(
      tx,
      owner,
      meanwhile.map(({ personId }) => personId),
    );
    return { ok: true as const };
  });
