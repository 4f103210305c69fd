// Counts mail for the people that it was sent to or received from. Each mail counts once.
import { createHash } from "node:crypto";
import { maxPeople } from "@intellibox/contract/rules/people";
import { maxRecipients } from "@intellibox/contract/rules/recipients";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailName } from "./mail-name.ts";
import {
  countPeople,
  insertPeople,
  ownersOfAddresses,
  type PeopleOwner,
  putAddresses,
  renewWords,
} from "./people-rows.ts";
import { plainAddress } from "./plain-address.ts";
import { addedScore, addScores, scoreOf } from "./score.ts";

export type LearnedMail = {
  /** The Message-ID, or the id of the message if it has none. */
  key: string;
  direction: "sent" | "received";
  at: Date;
  people: { name: string; address: string }[];
  /** It is from a list, a program or a mail merge: it counts only for addresses that the user has written to by hand. */
  isAutomatic: boolean;
};

type Use = { sent: number; received: number; sentAt?: Date; receivedAt?: Date; score: number };
type Named = { name: string; at: Date; isOwn: boolean };

/** The caller holds the lock of the user's people. `own` are the user's addresses, which are not learned. */
export async function learnMails(tx: Tx, owner: PeopleOwner, mails: LearnedMail[], own: Set<string>): Promise<void> {
  const given = mails.map((mail) => ({ ...mail, people: plainPeople(mail.people, own) }));
  const addresses = [...new Set(given.flatMap(({ people }) => people.map(({ address }) => address)))];
  if (addresses.length === 0) return;
  const known = new Map((await ownersOfAddresses(tx, owner, addresses)).map((row) => [row.address, row]));
  const forgotten = await forgottenOf(tx, owner, addresses);
  const written = new Set(
    given.flatMap((one) => (one.direction === "sent" && !one.isAutomatic ? one.people.map((p) => p.address) : [])),
  );
  const isWritten = (address: string) => written.has(address) || (known.get(address)?.sentCount ?? 0) > 0;
  const counted = given
    .map((mail) => ({
      ...mail,
      people: mail.people.filter(
        ({ address }) => (!mail.isAutomatic || isWritten(address)) && mail.at > (forgotten.get(address) ?? new Date(0)),
      ),
    }))
    .filter(({ people }) => people.length > 0);
  const isNew = await noteLearned(tx, owner, counted);
  const uses = usesOf(counted.filter((mail) => isNew.has(mailKey(mail))));
  const names = namesOf(counted);
  await updateKnown(
    tx,
    owner,
    [...uses].filter(([address]) => known.has(address)),
  );
  await nameKnown(
    tx,
    owner,
    [...names].filter(([address]) => known.has(address)),
  );
  await insertNew(
    tx,
    owner,
    [...uses].filter(([address]) => !known.has(address)),
    names,
  );
}

function plainPeople(people: LearnedMail["people"], own: Set<string>): LearnedMail["people"] {
  const found = new Map<string, string>();
  for (const person of people.slice(0, maxRecipients)) {
    const address = plainAddress(person.address);
    if (address && !own.has(address) && !found.has(address)) found.set(address, mailName(person.name));
  }
  return [...found].map(([address, name]) => ({ address, name }));
}

async function forgottenOf(tx: Tx, { tenantId, userId }: PeopleOwner, addresses: string[]) {
  const { rows } = await tx.execute<{ address: string; forgotten_at: string }>(sql`
    select address, forgotten_at from forgotten_addresses
    where tenant_id = ${tenantId} and user_id = ${userId} and address = any (${sql.param(addresses)}::text[])`);
  return new Map(rows.map((row) => [row.address, new Date(row.forgotten_at)]));
}

/** Equal for the copy in Sent, the log of sent mail, and the copies in other mailboxes. */
function mailKey({ key, direction }: LearnedMail): string {
  const hash = createHash("sha256")
    .update(`${direction} ${key.replace(/^<|>$/g, "")}`)
    .digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
}

/** Returns the keys of mail that had not been counted. */
async function noteLearned(tx: Tx, { tenantId, userId }: PeopleOwner, mails: LearnedMail[]): Promise<Set<string>> {
  const keys = [...new Set(mails.map(mailKey))];
  const { rows } = await tx.execute<{ mail: string }>(sql`
    insert into learned_mails (tenant_id, user_id, mail)
    select ${tenantId}, ${userId}, unnest(${sql.param(keys)}::uuid[]) on conflict do nothing returning mail`);
  return new Set(rows.map(({ mail }) => mail));
}

function usesOf(mails: LearnedMail[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  const seen = new Set<string>();
  for (const mail of mails) {
    const { direction, at, people } = mail;
    const key = mailKey(mail);
    // Copies of one mail in two folders of a batch.
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { address } of people) {
      const use = uses.get(address);
      const score = scoreOf(direction, at);
      uses.set(address, {
        sent: (use?.sent ?? 0) + (direction === "sent" ? 1 : 0),
        received: (use?.received ?? 0) + (direction === "received" ? 1 : 0),
        ...latest("sentAt", use?.sentAt, direction === "sent" ? at : undefined),
        ...latest("receivedAt", use?.receivedAt, direction === "received" ? at : undefined),
        score: use ? addScores(use.score, score) : score,
      });
    }
  }
  return uses;
}

const latest = (name: "sentAt" | "receivedAt", one: Date | undefined, other: Date | undefined) => {
  const last = one && other ? (one > other ? one : other) : (one ?? other);
  return last ? { [name]: last } : {};
};

/** The name that people gave themselves last, or else the one that they were written to with. */
function namesOf(mails: LearnedMail[]): Map<string, Named> {
  const names = new Map<string, Named>();
  for (const { direction, at, people } of mails)
    for (const { address, name } of people) {
      const before = names.get(address);
      const isOwn = direction === "received";
      const isBetter = !before || (before.isOwn === isOwn ? at > before.at : isOwn);
      if (name && isBetter) names.set(address, { name, at, isOwn });
    }
  return names;
}

async function updateKnown(tx: Tx, { tenantId, userId }: PeopleOwner, uses: [string, Use][]) {
  if (uses.length === 0) return;
  const given = JSON.stringify(uses.map(([address, use]) => ({ address, ...use })));
  await tx.execute(sql`
    update person_addresses a set sent_count = sent_count + u.sent, received_count = received_count + u.received,
      last_sent_at = greatest(last_sent_at, u."sentAt"), last_received_at = greatest(last_received_at, u."receivedAt"),
      score = ${addedScore(sql`a.score`, sql`u.score`)}
    from json_to_recordset(${given}::json) as u (address text, sent int, received int, "sentAt" timestamptz, "receivedAt" timestamptz, score float8)
    where a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.address = u.address`);
}

/** Saved people keep the name that the user gave them. Others get the one of their last mail. */
async function nameKnown(tx: Tx, owner: PeopleOwner, names: [string, Named][]) {
  if (names.length === 0) return;
  const { tenantId, userId } = owner;
  const given = JSON.stringify(names.map(([address, named]) => ({ address, ...named })));
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    update people p set name = n.name
    from json_to_recordset(${given}::json) as n (address text, name text, at timestamptz, "isOwn" boolean)
    join person_addresses a on a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.address = n.address
    where p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.id = a.person_id and not p.is_saved and p.name <> n.name
      and (p.name = '' or n."isOwn" and n.at >= a.last_received_at)
    returning p.id, p.name`);
  await renewWords(tx, owner, rows);
}

async function insertNew(tx: Tx, owner: PeopleOwner, uses: [string, Use][], names: Map<string, Named>) {
  if (uses.length === 0) return;
  const room = Math.max(0, maxPeople - (await countPeople(tx, owner)));
  const added = uses
    .slice(0, room)
    .map(([address, use]) => ({ id: newId(), name: names.get(address)?.name ?? "", address, use }));
  await insertPeople(
    tx,
    owner,
    added.map(({ id, name }) => ({ id, name, isSaved: false })),
  );
  await putAddresses(
    tx,
    owner,
    added.map(({ id, name, address, use }) => ({
      ...{ address, personId: id, name, score: use.score, sentCount: use.sent, receivedCount: use.received },
      ...{ lastSentAt: use.sentAt ?? null, lastReceivedAt: use.receivedAt ?? null },
    })),
  );
}
