// Gives every person of the demo a local mailbox with mail in it, once.
import { createHash } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { job } from "#db/queue.ts";
import { messageSearch } from "#db/tables/message-search.ts";
import { messages } from "#db/tables/messages.ts";
import { users } from "#db/tables/users.ts";
import { composeMail } from "#outside/mime/compose.ts";
import type { World } from "#scope.ts";
import { demoPeople, demoTenants } from "#features/demo/demo-people.ts";
import { fileMail, localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { conversations } from "./conversations.ts";
import type { DemoLetter, Reader } from "./letter.ts";
import { newsletters } from "./newsletters.ts";
import { singleLetters } from "./single-letters.ts";

/** In the background: nobody waits for it to sign in. */
export const loadDemoMail = job("demo.mail", z.object({}), { retryLimit: 3, retryDelay: 10, policy: "short" });

/** What was read has been read: only the last days are new. */
const newDays = 2;

export async function loadMail(world: World) {
  // As platform: people of all the demo's companies.
  const found = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: users.tenantId, userId: users.id, email: users.email })
      .from(users)
      .where(
        inArray(
          users.email,
          demoPeople.map(({ email }) => email),
        ),
      ),
  );
  for (const { email, ...owner } of found) await fillMailbox(world, owner, email);
}

type Owner = { tenantId: string; userId: string };

async function fillMailbox(world: World, owner: Owner, email: string) {
  const folder = localMailFolder(world.config.dataDir, owner.userId);
  const done = join(folder, ".demo");
  if (await stat(done).catch(() => undefined)) return;
  const now = world.outside.now();
  const reader = readerOf(email, now);
  const letters = [...(await conversations(reader)), ...(await singleLetters(reader)), ...newsletters(reader)];
  for (const letter of letters) await file(folder, letters, letter, { email, now });
  const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(world.queue, tx, owner, email));
  await syncMailbox(world, { ...owner, id });
  await markOldOnesRead(world, owner, id, now);
  await writeFile(done, "");
}

function readerOf(email: string, now: Date): Reader {
  const me = demoPeople.find((person) => person.email === email) ?? { name: email, email, company: "" };
  const companyOf = (code: string) => demoTenants.find((tenant) => tenant.code === code)?.name ?? "Intellibox";
  const others = demoPeople.filter((person) => person.email !== email);
  const partner = others.find((person) => person.company !== me.company && person.roleCode === "NORMAL_USER");
  const colleague = others.find((person) => person.company === me.company) ?? {
    name: "Ishita Verma",
    email: `ishita@${email.split("@")[1]}`,
  };
  const stranger = { name: "Arjun Iyer", email: "user@globex.test", company: "GLOBEX" };
  const { company, ...rest } = partner ?? stranger;
  return { me, company: companyOf(me.company), colleague, partner: { ...rest, company: companyOf(company) }, now };
}

const day = 24 * 3600 * 1000;

function dateOf({ daysAgo, hour }: DemoLetter, now: Date) {
  const date = new Date(now.getTime() - daysAgo * day);
  date.setUTCHours(hour, 12 + (hour % 40), 0, 0);
  // Today's mail came before now, whatever the hour is.
  return date < now ? date : new Date(now.getTime() - (hour + 1) * 11 * 60_000);
}

const idOf = (key: string, reader: string) =>
  `<${createHash("sha256").update(`${key} ${reader}`).digest("hex").slice(0, 24)}@demo.intellibox.test>`;

/** The references of a mail: the whole line of those it answers. */
function lineOf(letters: DemoLetter[], { answers }: DemoLetter): string[] {
  const before = letters.find(({ key }) => key === answers);
  return before ? [...lineOf(letters, before), before.key] : [];
}

async function file(
  folder: string,
  letters: DemoLetter[],
  letter: DemoLetter,
  { email, now }: { email: string; now: Date },
) {
  const party = ({ name, email: address }: { name: string; email: string }) => ({ name, address });
  const references = lineOf(letters, letter).map((key) => idOf(key, email));
  const [messageId, date] = [idOf(letter.key, email), dateOf(letter, now)];
  const { raw } = await composeMail({
    ...{ messageId, date, subject: letter.subject, text: letter.text, html: letter.html, references },
    inReplyTo: references.at(-1),
    from: party(letter.from),
    to: (letter.to ?? [{ name: "", email }]).map(party),
    attachments: letter.files ?? [],
  });
  const headers = Object.entries(letter.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const isSent = letter.from.email === email;
  await fileMail({
    folder: join(folder, isSent ? "sent" : "inbox"),
    raw: Buffer.concat([Buffer.from(headers.join("")), raw]),
    identity: messageId,
    at: date,
  });
}

/** A local mailbox keeps no marks: the rows are the only record. */
async function markOldOnesRead(world: World, owner: Owner, mailboxId: string, now: Date) {
  await fencedTransaction(world.db, owner, async (tx) => {
    const old = new Date(now.getTime() - newDays * day);
    const mine = and(eq(messages.tenantId, owner.tenantId), eq(messages.mailboxId, mailboxId));
    const read = await tx
      .update(messages)
      .set({ unread: false })
      .where(and(mine, lt(messages.date, old)))
      .returning({ id: messages.id });
    const ids = sql.param(read.map(({ id }) => id));
    await tx
      .update(messageSearch)
      .set({ unread: false })
      .where(and(eq(messageSearch.tenantId, owner.tenantId), sql`${messageSearch.id} = any (${ids}::uuid[])`));
  });
}
