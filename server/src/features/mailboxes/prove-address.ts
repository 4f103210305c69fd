// Proves that a user may send from a mailbox's address. Signing in to its server proves nothing, because users can run servers
// of their own. A code that was mailed to the address does.
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, invalid, outsideFailed, reasonOf } from "#lib/errors.ts";
import { readableCode } from "#lib/readable-code.ts";
import { hashToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, ne } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { users } from "#db/tables/users.ts";
import { composeMail, newMessageId } from "#outside/mime/compose.ts";
import type { Scope } from "#scope.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";
import { isMailbox } from "./mailbox-key.ts";
import { ownMailbox, presentMailbox } from "./mailboxes.ts";

export const lifetimeMs = 60 * 60_000;
const pauseMs = 60_000;
export const maxTries = 5;

export async function mailProofCode(scope: Scope, id: string) {
  const code = readableCode(2);
  const { email, login } = await scope.tx(async (tx) => {
    const mailbox = await ownMailbox(tx, scope, id, { lock: true });
    await refuseColleague(tx, scope, mailbox);
    refuseTooSoon(mailbox.proofCodeUntil, scope.now());
    const found = await codeServer(tx, scope);
    const proofCodeUntil = new Date(scope.now().getTime() + lifetimeMs);
    await tx
      .update(mailboxes)
      .set({ proofCodeHash: codeHash(code), proofCodeUntil, proofTries: 0 })
      .where(isMailbox(mailbox));
    return { email: mailbox.email, login: found };
  });
  await mailCode(scope, login, email, code);
  return { sentTo: email };
}

type Login = NonNullable<Awaited<ReturnType<typeof mailServerLogin>>>;

/** Mails a code to an address, by the company's mail server. */
export async function mailCode(scope: Scope, login: Login, email: string, code: string): Promise<void> {
  const { fromName, ...server } = login;
  const { user, config } = scope;
  const address = emailPattern.test(server.username) ? server.username : user.email;
  const composed = await composeMail({
    messageId: newMessageId(address),
    date: scope.now(),
    from: { name: fromName || "Intellibox", address },
    to: [{ name: "", address: email }],
    subject: t("Your code: {code}", { code }),
    text: [
      t("{user} wants to send mail as {email} with Intellibox.", { user: user.email, email }),
      t("The code is {code}. It works for an hour.", { code }),
      t("If you do not know this person, tell nobody the code."),
    ].join("\n\n"),
  });
  await scope.outside
    .smtp({ ...server, allowPrivate: config.allowPrivateHosts })
    .send(composed, async () => undefined)
    .catch((error: unknown) => {
      throw outsideFailed(t("The code could not be mailed: {reason}", { reason: reasonOf(error) }), error);
    });
}

export async function proveAddress(scope: Scope, id: string, code: string) {
  const outcome = await scope.tx(async (tx) => {
    const mailbox = await ownMailbox(tx, scope, id, { lock: true });
    await refuseColleague(tx, scope, mailbox);
    const { proofCodeHash, proofCodeUntil, proofTries } = mailbox;
    if (!proofCodeHash || !proofCodeUntil || proofCodeUntil <= scope.now() || proofTries >= maxTries)
      throw conflict(t("This code is over. Ask for a new one."));
    if (proofCodeHash !== codeHash(code)) {
      await tx
        .update(mailboxes)
        .set({ proofTries: proofTries + 1 })
        .where(isMailbox(mailbox));
      return undefined;
    }
    const [proved] = await tx
      .update(mailboxes)
      .set({ addressProof: "code", proofCodeHash: null, proofCodeUntil: null, proofTries: 0 })
      .where(isMailbox(mailbox))
      .returning();
    await scope.publish(tx, { tenantId: mailbox.tenantId, userId: mailbox.userId }, { kind: "mailboxes", data: {} });
    return proved;
  });
  // Thrown after the commit, so that the failed try is counted.
  if (!outcome) throw invalid(t("The code is not right"), { code: t("The code is not right") });
  return presentMailbox(outcome, scope);
}

export async function codeServer(tx: Tx, scope: Scope): Promise<Login> {
  const found = await mailServerLogin(tx, scope, "smtp");
  if (!found) throw conflict(t("No mail server is set up for sending, so no code can be mailed. Ask an admin."));
  return found;
}

export const codeHash = (code: string) => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** `until` is the expiry of the last code. */
export function refuseTooSoon(until: Date | null, now: Date) {
  const since = until ? now.getTime() - (until.getTime() - lifetimeMs) : pauseMs;
  if (since >= pauseMs) return;
  const retryAfter = Math.ceil((pauseMs - since) / 1000);
  throw new AppError(
    "rate_limited",
    t("A code was mailed just now. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
      seconds: retryAfter,
    }),
    { retryAfter },
  );
}

/** A colleague's address cannot be proved by another user, even one who reads its mail. */
export async function refuseColleague(tx: Tx, { user, tenantId }: Scope, { email }: { email: string }) {
  const colleague = and(eq(users.tenantId, tenantId), eq(users.email, email.toLowerCase()), ne(users.id, user.id));
  if ((await tx.$count(users, colleague)) > 0)
    throw conflict(t("{email} is the address of another user of your company: mail cannot leave as it.", { email }));
}
