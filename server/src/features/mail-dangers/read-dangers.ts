import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { Danger, mailDangers } from "@intellibox/contract/endpoints/mail-dangers";
import { addressDomain, addressKey } from "@intellibox/contract/rules/similar-address";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { StoredAttachment } from "#db/tables/messages.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { authenticationOf } from "./authentication.ts";
import { type ContentDangers, siteOf } from "./content-dangers.ts";
import { earlierTexts } from "./earlier-accounts.ts";
import { endOfAccount } from "./named-accounts.ts";
import { contactName, sendersDoubt } from "./sender-dangers.ts";

type Dangers = ResponseOf<typeof mailDangers.get>;

const inThread = threaded<typeof import("./content-dangers.ts")>(new URL("./content-dangers.ts", import.meta.url));
const timeoutMs = 1_500;
/** The people that a sender is compared with. */
const maxContacts = 2_000;
const maxColleagues = 5_000;
const nothing: Dangers = { dangers: [], verifyWith: null };

/** Finds the reasons to doubt a received message. */
export async function readDangers(scope: Scope, id: string): Promise<Dangers> {
  const { item, content, box, facts } = await scope.tx(async (tx) => {
    const found = await findMessage(tx, scope, id);
    const [box] = await tx
      .select({ kind: mailboxes.kind, host: mailboxes.host, email: mailboxes.email })
      .from(mailboxes)
      .where(and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.id, found.item.boxId)));
    return { ...found, box, facts: await factsOf(tx, scope, found.item.from) };
  });
  if (!box || item.folder === "sent" || item.folder === "drafts") return nothing;
  if (facts.own.some((address) => addressKey(address) === addressKey(item.from))) return nothing;

  const sender = { name: item.fromName, address: item.from };
  const known = { ...facts, sender, replyTo: content.recipients.replyTo };
  const [source, inside] = await Promise.all([readHead(scope, content.sourceKey), readContent(scope, content)]);
  // Mail between users of the installation has a proved sender.
  const isForged = box.kind !== "local" && authenticationOf(source, box) === "fail";
  const isList = isAutomatic(content.headers, item.from);
  // Everybody can take an address such as no-reply@, and newsletters count the clicks on the links to many sites.
  const isNewsletter = isAutomatic(content.headers, "");
  const account = await otherAccount(scope, item, inside.accounts);
  const asksMuch = account !== undefined || inside.words.length > 0;
  const doubt = sendersDoubt(known);
  const contact = asksMuch && doubt.dangers.length === 0 ? contactName(known) : undefined;
  const dangers: Danger[] = [
    ...(contact ?? doubt).dangers,
    ...(account ? [account] : []),
    ...(isForged ? [{ kind: "not-authenticated" as const, words: item.from, other: "", isGrave: true }] : []),
    // Newsletters of banks and shops speak of accounts and payments all the time.
    ...inside.words.filter(({ kind }) => !isList || isForged || alwaysNamed(kind, inside)).map(wordsDanger),
    ...(inside.link && (!isList || (!isNewsletter && inside.link.site !== siteOf(addressDomain(item.from))))
      ? [{ kind: "link-elsewhere" as const, words: inside.link.shown, other: inside.link.target, isGrave: true }]
      : []),
    ...(facts.isFirst && !isNewsletter ? firstFile(content.attachments, item.from, isList) : []),
  ];
  // Somebody whom the reader wrote to before is asked at that address, not by a reply.
  const asked = (contact ?? doubt).verifyWith ?? (facts.isTrusted ? sender : null);
  return { dangers, verifyWith: dangers.some(({ isGrave }) => isGrave) ? asked : null };
}

/** Anybody can declare a mail to be a newsletter. None of them names an account to pay to. */
const alwaysNamed = (kind: Danger["kind"], { accounts }: ContentDangers) =>
  kind === "asks-secret" || (kind === "bank-details" && accounts.length > 0);

/** An account that the sender names for the first time, after another one. */
async function otherAccount(
  scope: Scope,
  { from, date }: { from: string; date: Date },
  accounts: string[],
): Promise<Danger | undefined> {
  if (accounts.length === 0) return undefined;
  const texts = await scope.tx((tx) => earlierTexts(tx, scope, { from, date }));
  const earlier = await orWarn(scope, inThread("accountsOf", [texts], { owner: ownerOf(scope), timeoutMs }));
  if (!earlier || earlier.length === 0 || accounts.some((account) => earlier.includes(account))) return undefined;
  const [account = "", before = ""] = [accounts[0], earlier[0]];
  return { kind: "other-account", words: endOfAccount(account), other: endOfAccount(before), isGrave: true };
}

const wordsDanger = ({ kind, words }: ContentDangers["words"][number]): Danger => ({
  kind,
  words,
  other: "",
  isGrave: true,
});

/** Calendar files and pictures are no risk. */
const harmless = /^(?:image\/(?!svg)|text\/calendar|text\/vcard|text\/plain|application\/ics)/;

/** Files that run, or hide files that run. */
const risky =
  /\.(?:x?html?|shtml|svg|exe|scr|com|bat|cmd|ps1|vbs?|jse?|wsf|hta|msi|jar|lnk|url|iso|img|zip|rar|7z|docm|xlsm|xlsb|pptm|one|reg)$/i;

/** Invoices and tickets come from programs, for the first time, too. */
function firstFile(attachments: readonly StoredAttachment[], from: string, isOfProgram: boolean): Danger[] {
  const file = attachments.find(
    ({ inline, mimeType, fileName }) => !inline && !harmless.test(mimeType) && (!isOfProgram || risky.test(fileName)),
  );
  return file ? [{ kind: "first-attachment", words: from, other: file.fileName.slice(0, 200), isGrave: false }] : [];
}

type PersonRow = { name: string; address: string };
type SeenRow = { sent_count: number; received_count: number };

async function factsOf(tx: Tx, { tenantId, user }: Scope, from: string) {
  const key = addressKey(from);
  const seen = await tx.execute<SeenRow>(sql`
    select sent_count, received_count from person_addresses
    where tenant_id = ${tenantId} and user_id = ${user.id} and address = ${key}`);
  const colleagues = await tx.execute<PersonRow>(sql`
    select name, lower(email) as address from users where tenant_id = ${tenantId} order by id limit ${maxColleagues}`);
  const contacts = await tx.execute<PersonRow>(sql`
    select p.name, a.address from (
      select address, person_id, sent_count from person_addresses
      where tenant_id = ${tenantId} and user_id = ${user.id} order by score desc, address limit ${maxContacts}
    ) a join people p on p.tenant_id = ${tenantId} and p.id = a.person_id
    where a.sent_count > 0 and a.address <> ${key}`);
  const own = await ownAddresses(tx, { tenantId, userId: user.id });
  const [row] = seen.rows;
  const isTrusted = (row?.sent_count ?? 0) > 0;
  const isColleague = colleagues.rows.some(({ address }) => address === key);
  return {
    isTrusted,
    isFirst: !isTrusted && !isColleague && (row?.received_count ?? 0) <= 1,
    colleagues: colleagues.rows.filter(({ address }) => address !== user.email.toLowerCase()),
    contacts: contacts.rows,
    own: [...own],
  };
}

async function readHead(scope: Scope, sourceKey: string): Promise<string> {
  const source = await scope.outside.objects.get(sourceKey);
  return source ? Buffer.from(source.subarray(0, 1 << 18)).toString("latin1") : "";
}

async function readContent(
  scope: Scope,
  { text, htmlText, html }: { text: string; htmlText: string; html: string | null },
): Promise<ContentDangers> {
  // The HTML part may say something else than the text part.
  const given: [string, string] = [`${text}\n${htmlText}`, html ?? ""];
  const found = await orWarn(scope, inThread("contentDangers", given, { owner: ownerOf(scope), timeoutMs }));
  return found ?? { words: [], link: undefined, accounts: [] };
}

/** Undefined if the work fails. The mail is shown without these warnings; the screen does not claim that it was checked. */
async function orWarn<Result>(scope: Scope, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    scope.log.warn({ err: error }, "a mail could not be checked for dangers");
    return undefined;
  }
}
