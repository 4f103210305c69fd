// Adds and changes people by hand.
import type { Person, PersonForm } from "@intellibox/contract/endpoints/people";
import { maxPeople } from "@intellibox/contract/rules/people";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, notExists, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { forgottenAddresses, people, personAddresses } from "#db/tables/people.ts";
import type { Scope } from "#scope.ts";
import {
  addressesOf,
  arePeople,
  countPeople,
  insertPeople,
  lockPeople,
  ownerOfPeople,
  ownersOfAddresses,
  type PeopleOwner,
  putAddresses,
  readPeople,
  type StoredAddressOf,
} from "./people-rows.ts";
import { noPerson, readPerson } from "./read-people.ts";
import { scoreOf } from "./score.ts";

export const addPerson = (scope: Scope, form: PersonForm): Promise<Person> =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    await lockPeople(tx, owner);
    await refuseTooMany(tx, owner, 1);
    const id = newId();
    await storePerson(tx, owner, { id, form, now: scope.now() });
    return readPerson(tx, scope, id);
  });

export const changePerson = (scope: Scope, id: string, form: PersonForm): Promise<Person> =>
  scope.tx(async (tx) => {
    const owner = ownerOfPeople(scope);
    await lockPeople(tx, owner);
    firstOr(await readPeople(tx, owner, [id]), noPerson());
    const before = await addressesOf(tx, owner, [id]);
    const removed = before.filter(({ address }) => !form.addresses.includes(address));
    await forgetAddresses(tx, owner, removed, scope.now());
    await storePerson(tx, owner, { id, form, now: scope.now() });
    return readPerson(tx, scope, id);
  });

type Stored = { id: string; form: PersonForm; now: Date };

/** Addresses that were learned from mail become the person's, with their counts. */
async function storePerson(tx: Tx, owner: PeopleOwner, { id, form, now }: Stored) {
  const addresses = [...new Set(form.addresses)];
  const taken = (await ownersOfAddresses(tx, owner, addresses)).filter(({ personId }) => personId !== id);
  await refuseTaken(tx, owner, taken);
  const name = form.name || `${form.firstName} ${form.lastName}`.trim();
  await insertPeople(tx, owner, [{ ...form, id, name, isSaved: true }]);
  await putAddresses(
    tx,
    owner,
    // Saving a person says as much as a mail from them.
    addresses.map((address, position) => ({ address, position, personId: id, name, score: scoreOf("received", now) })),
  );
  await rememberAddresses(tx, owner, addresses);
  await deleteWithoutAddress(
    tx,
    owner,
    taken.map(({ personId }) => personId),
  );
}

async function refuseTaken(tx: Tx, owner: PeopleOwner, taken: StoredAddressOf[]) {
  if (taken.length === 0) return;
  const rows = await readPeople(
    tx,
    owner,
    taken.map(({ personId }) => personId),
  );
  const saved = rows.find(({ isSaved }) => isSaved);
  const address = taken.find(({ personId }) => personId === saved?.id)?.address;
  if (!saved || !address) return;
  const message = t("{address} belongs to {name}. Merge the two people instead.", { address, name: saved.name });
  throw new AppError("conflict", message, { fields: { addresses: message } });
}

export async function refuseTooMany(tx: Tx, owner: PeopleOwner, added: number) {
  if ((await countPeople(tx, owner)) + added > maxPeople)
    throw conflict(
      t("Your address book can have at most {max} people. Delete some first.", { max: maxPeople.toLocaleString("en") }),
    );
}

const areAddresses = ({ tenantId, userId }: PeopleOwner, addresses: string[]) =>
  and(
    eq(personAddresses.tenantId, tenantId),
    eq(personAddresses.userId, userId),
    inArray(personAddresses.address, addresses),
  );

/** Deletes the addresses, which are not learned again from mail of before. */
export async function forgetAddresses(tx: Tx, owner: PeopleOwner, rows: StoredAddressOf[], now: Date) {
  if (rows.length === 0) return;
  const addresses = rows.map(({ address }) => address);
  await tx.delete(personAddresses).where(areAddresses(owner, addresses));
  await tx
    .insert(forgottenAddresses)
    .values(addresses.map((address) => ({ ...owner, address, forgottenAt: now })))
    .onConflictDoUpdate({
      target: [forgottenAddresses.tenantId, forgottenAddresses.userId, forgottenAddresses.address],
      set: { forgottenAt: now },
    });
}

export const rememberAddresses = (tx: Tx, { tenantId, userId }: PeopleOwner, addresses: string[]) =>
  tx.execute(sql`
    delete from forgotten_addresses where tenant_id = ${tenantId} and user_id = ${userId}
      and address = any (${sql.param(addresses)}::text[])`);

/** People whose last address became another person's. */
export async function deleteWithoutAddress(tx: Tx, owner: PeopleOwner, ids: string[]) {
  if (ids.length === 0) return;
  const own = tx
    .select({ address: personAddresses.address })
    .from(personAddresses)
    .where(and(eq(personAddresses.tenantId, people.tenantId), eq(personAddresses.personId, people.id)));
  await tx.delete(people).where(and(arePeople(owner, ids), notExists(own)));
}
