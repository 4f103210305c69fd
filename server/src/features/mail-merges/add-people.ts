// Adds people of the sender's address book to a draft.
import { tokenKey } from "@intellibox/contract/rules/fill-tokens";
import { maxMergeRecipients } from "@intellibox/contract/rules/mail-merge";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { mailMergeContents, mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import type { Scope } from "#scope.ts";
import { peopleByAddress } from "#features/people/known-people.ts";
import { listedPeople, noPerson } from "#features/people/read-people.ts";
import { areRecipientsOf, contentOf, getMerge, isContentOf, isMerge, lockDraft, type MergeRow } from "./merges.ts";
import { insertRecipients, tooManyRecipients } from "./set-recipients.ts";

const fields = {
  FirstName: "firstName",
  LastName: "lastName",
  Company: "company",
  JobTitle: "jobTitle",
  Phone: "phone",
} as const;

type Added = { id: string; personIds: string[] };

/** Each person gets the mail at the address that is used most. One that is not the sender's is refused like one that does not exist. */
export async function addPeople(tx: Tx, scope: Scope, { id, personIds }: Added) {
  const merge = await lockDraft(tx, scope, id);
  const content = await contentOf(tx, merge);
  const columns = withFields(content.columns);
  const listed = await listedPeople(tx, scope, personIds);
  const addresses = personIds.map((personId) => {
    const [address] = listed.get(personId)?.addresses ?? [];
    if (!address) throw noPerson();
    return address;
  });
  const facts = await peopleByAddress(tx, scope, addresses);
  const { taken, next } = await currentList(tx, merge);
  const added = [...new Set(addresses)].filter((address) => !taken.has(address));
  if (taken.size + added.length > maxMergeRecipients) throw tooManyRecipients(taken.size + added.length);
  const recipients = added.map((address) => ({ line: null, address, values: valuesIn(columns, facts.get(address)) }));
  await insertRecipients(tx, merge, recipients, next);
  await putBack(tx, merge, addresses);
  await tx.update(mailMergeContents).set({ columns }).where(isContentOf(merge));
  await tx.update(mailMerges).set({ updatedAt: scope.now() }).where(isMerge(merge));
  return getMerge(tx, scope, id);
}

/** Puts recipients that were removed before back on the list. */
const putBack = (tx: Tx, merge: MergeRow, addresses: string[]) =>
  tx
    .update(mailMergeRecipients)
    .set({ state: "waiting", leftOut: null })
    .where(
      and(
        areRecipientsOf(merge),
        eq(mailMergeRecipients.leftOut, "chosen"),
        inArray(mailMergeRecipients.address, addresses),
      ),
    );

async function currentList(tx: Tx, merge: MergeRow) {
  const rows = await tx
    .select({ address: mailMergeRecipients.address, position: mailMergeRecipients.position })
    .from(mailMergeRecipients)
    .where(areRecipientsOf(merge))
    .orderBy(sql`${mailMergeRecipients.position} desc`);
  return { taken: new Set(rows.map(({ address }) => address)), next: (rows[0]?.position ?? -1) + 1 };
}

/** A column of the file that has the same name as a field holds it, also if it is written as "First name". */
function withFields(columns: string[]): string[] {
  const names = new Set(columns.map(tokenKey));
  return [...columns, ...Object.keys(fields).filter((name) => !names.has(tokenKey(name)))];
}

type Facts = Record<(typeof fields)[keyof typeof fields], string>;

function valuesIn(columns: string[], facts: Facts | undefined): Record<string, string> {
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const column = columns.find((one) => tokenKey(one) === tokenKey(name));
    const value = facts?.[field];
    return column && value ? [[column, value]] : [];
  });
  return Object.fromEntries(values);
}
