// Aliases of a mailbox: other addresses that its owner may send from. A code that was mailed to an alias confirms it. Gmail and
// Outlook send only from addresses that are set up there, so their own list is read instead.
import type { MailboxAlias, MailboxAliases } from "@intellibox/contract/endpoints/mailbox-aliases";
import { maxAliases } from "@intellibox/contract/rules/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, invalid, notFound, outsideFailed } from "#lib/errors.ts";
import { createHourlyLimit } from "#lib/hourly-limit.ts";
import { readableCode } from "#lib/readable-code.ts";
import type { Tx } from "#db/fence.ts";
import { openSharedUse } from "#db/shared-use.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { Scope, World } from "#scope.ts";
import { isMailbox, type MailboxRow } from "./mailbox-key.ts";
import { mailboxOwner, ownMailbox } from "./mailboxes.ts";
import { withMailbox } from "./open-mailboxes.ts";
import {
  codeHash,
  codeServer,
  lifetimeMs,
  mailCode,
  maxTries,
  refuseColleague,
  refuseTooSoon,
} from "./prove-address.ts";
import { hasProviderAliases, storeProviderAliases } from "./provider-aliases.ts";

type Changes = Partial<Pick<MailboxRow, "aliases" | "aliasCodes">>;

/** Codes go to addresses of strangers, too, so a user can have few mailed. Removing an alias does not give them back. */
const codesPerHour = 20;

function openCodesLimit(world: World) {
  const use = world.once(openSharedUse);
  const limit = createHourlyLimit(codesPerHour, (userId, count) => use.tell("aliasCodes", userId, count));
  use.onTold("aliasCodes", (userId, count) => limit.note(userId, count, world.outside.now()));
  return limit;
}

const present = ({ aliases, kind }: Pick<MailboxRow, "aliases" | "kind">): MailboxAliases => ({
  items: aliases.toSorted((one, other) => one.address.localeCompare(other.address)),
  isOfProvider: hasProviderAliases(kind),
});

export const listAliases = (scope: Scope, id: string) =>
  scope.tx(async (tx) => present(await ownMailbox(tx, scope, id)));

/** Adds an alias that is not confirmed, or asks for another code for one. */
export async function addAlias(scope: Scope, id: string, address: string): Promise<MailboxAliases> {
  const code = readableCode(2);
  const { row, login } = await scope.tx(async (tx) => {
    const mailbox = await ownMailbox(tx, scope, id, { lock: true });
    refuse(mailbox, address, scope.user.email);
    await refuseColleague(tx, scope, { email: address });
    const last = mailbox.aliasCodes[address];
    refuseTooSoon(last ? new Date(last.until) : null, scope.now());
    const found = await codeServer(tx, scope);
    countCode(scope);
    const isKnown = mailbox.aliases.some((alias) => alias.address === address);
    const added: MailboxAlias = { address, source: "code", isConfirmed: false };
    const until = scope.now().getTime() + lifetimeMs;
    const changed = await change(tx, scope, mailbox, {
      aliases: isKnown ? mailbox.aliases : [...mailbox.aliases, added],
      aliasCodes: { ...mailbox.aliasCodes, [address]: { hash: codeHash(code), until, tries: 0 } },
    });
    return { row: changed, login: found };
  });
  await mailCode(scope, login, address, code);
  return present(row);
}

function refuse({ kind, email, aliases }: MailboxRow, address: string, ownEmail: string) {
  const field = (words: string) => invalid(words, { address: words });
  if (hasProviderAliases(kind))
    throw conflict(
      t(
        "Gmail and Outlook send only from addresses that are set up there. Add the address there, then choose Refresh.",
      ),
    );
  if (email.toLowerCase() === address) throw field(t("This is the address of the mailbox itself."));
  const known = aliases.find((alias) => alias.address === address);
  if (known?.isConfirmed || ownEmail.toLowerCase() === address)
    throw field(t("You may send from this address already."));
  if (!known && aliases.length >= maxAliases)
    throw conflict(t("A mailbox can have {maxAliases} aliases. Remove one that you do not need.", { maxAliases }));
}

function countCode({ once, user, now }: Scope) {
  const refusal = once(openCodesLimit).take(user.id, 1, now());
  if (!refusal) return;
  const minutes = Math.ceil(refusal.waitSeconds / 60);
  throw new AppError(
    "rate_limited",
    t("Too many codes were mailed. Try again in {minutes, plural, one {# minute} other {# minutes}}.", { minutes }),
    { retryAfter: refusal.waitSeconds },
  );
}

export async function confirmAlias(scope: Scope, id: string, given: { address: string; code: string }) {
  const { address } = given;
  const row = await scope.tx(async (tx) => {
    const mailbox = await ownMailbox(tx, scope, id, { lock: true });
    if (!mailbox.aliases.some((alias) => alias.address === address)) throw unknownAlias();
    // A colleague may have got this address since the code was mailed.
    await refuseColleague(tx, scope, { email: address });
    const { [address]: asked, ...others } = mailbox.aliasCodes;
    if (!asked || asked.until <= scope.now().getTime() || asked.tries >= maxTries)
      throw conflict(t("This code is over. Ask for a new one."));
    if (asked.hash !== codeHash(given.code)) {
      await change(tx, scope, mailbox, { aliasCodes: { ...others, [address]: { ...asked, tries: asked.tries + 1 } } });
      return undefined;
    }
    const confirmed: MailboxAlias = { address, source: "code", isConfirmed: true };
    return change(tx, scope, mailbox, {
      aliases: mailbox.aliases.map((alias) => (alias.address === address ? confirmed : alias)),
      aliasCodes: others,
    });
  });
  // Thrown after the commit, so that the failed try is counted.
  if (!row) throw invalid(t("The code is not right"), { code: t("The code is not right") });
  return present(row);
}

export const removeAlias = (scope: Scope, id: string, address: string) =>
  scope.tx(async (tx) => {
    const mailbox = await ownMailbox(tx, scope, id, { lock: true });
    const alias = mailbox.aliases.find((one) => one.address === address);
    if (!alias) throw unknownAlias();
    if (alias.source === "provider")
      throw conflict(t("{address} is an alias of the provider’s account. Remove it there.", { address }));
    const { [address]: _, ...aliasCodes } = mailbox.aliasCodes;
    const aliases = mailbox.aliases.filter((one) => one !== alias);
    return present(await change(tx, scope, mailbox, { aliases, aliasCodes }));
  });

/** Reads the provider's list at once. A sync does it once a day. */
export async function refreshAliases(scope: Scope, id: string): Promise<MailboxAliases> {
  const row = await scope.tx((tx) => ownMailbox(tx, scope, id));
  if (!hasProviderAliases(row.kind))
    throw conflict(t("The server of this mailbox does not list aliases. Add them here, and confirm each with a code."));
  const listed = await withMailbox(scope, row, async (mailbox) => (await mailbox.listAliases?.()) ?? []).catch(
    (error: unknown) => {
      throw outsideFailed(error instanceof Error ? error.message : t("The mailbox could not be opened."), error);
    },
  );
  return scope.tx(async (tx) => {
    await storeProviderAliases(tx, row, listed);
    const stored = await ownMailbox(tx, scope, id);
    await tell(tx, scope, id);
    return present(stored);
  });
}

const unknownAlias = () => notFound(t("The mailbox has no such alias."));

const tell = (tx: Tx, scope: Scope, id: string) =>
  scope.publish(tx, mailboxOwner(scope), { kind: "mailboxes", data: { mailbox: id } });

async function change(tx: Tx, scope: Scope, mailbox: MailboxRow, changes: Changes): Promise<MailboxRow> {
  await tx.update(mailboxes).set(changes).where(isMailbox(mailbox));
  await tell(tx, scope, mailbox.id);
  return { ...mailbox, ...changes };
}
