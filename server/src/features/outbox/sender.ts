import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { looksLikeAddress, maySendAs } from "@intellibox/contract/rules/send-as";
import { t } from "@intellibox/contract/text/t";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import { runNamed, type Tx } from "#db/fence.ts";
import { planIdOf } from "#db/plan-of.ts";
import { firstOr } from "#db/rows.ts";
import type { mailboxes } from "#db/tables/mailboxes.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import type { MailServer } from "#outside/mail-server.ts";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import type { Scope } from "#scope.ts";
import { openLogin } from "#features/mail-servers/mail-servers.ts";
import { unlimited } from "#features/plans/quota.ts";

/** The sender as a mail shows it, the route that the mail takes, and the quota of the plan. */
export type Sender = {
  from: MailAddress;
  replyTo: MailAddress | undefined;
  signatureHtml: string;
  /** `server` is set whenever the route is `smtp`. */
  route: OutboxRoute;
  server: MailServer | undefined;
  quota: number;
  /** The mailbox for the copy in Sent; null if the sender has no mailbox of that address. */
  mailboxId: string | null;
};

/** The mailbox that a mail is to be sent from, as the request names it. */
export type Account = { mailboxId: string | undefined; fromAccount: string | undefined };

export function senderOf(scope: Scope, { user, quota, login, own }: SenderFacts, account: Account): Sender {
  const mailbox = chooseMailbox(own, account);
  const route = mailbox?.kind === "gmail" || mailbox?.kind === "outlook" ? mailbox.kind : "smtp";
  if (!login && route === "smtp") throw noServer();
  const { name, email, signatureHtml } = user;
  const alias = mailbox && chosenAlias(mailbox, account.fromAccount);
  if (alias) refuseUnusable(alias);
  else if (mailbox) refuseUnproved(mailbox, email);
  // Many SMTP servers accept only the account's own address; `replyTo` brings answers to the user.
  const address =
    alias?.address ?? mailbox?.email ?? (login && emailPattern.test(login.username) ? login.username : email);
  if (![address, email].some((own) => isSame(own, account.fromAccount ?? own))) throw notYours(account.fromAccount);
  const isOwn = mailbox !== undefined || address.toLowerCase() === email;
  return {
    from: { name: displayName(mailbox ? mailbox.fromName || name : login?.fromName || name, address), address },
    replyTo: isOwn ? undefined : { name: displayName(name, email), address: email },
    signatureHtml: mailbox?.signatureHtml ?? signatureHtml,
    route,
    server: serverOf(scope, login),
    quota: quota ?? unlimited,
    mailboxId: (mailbox ?? own.find((candidate) => isSame(candidate.email, address)))?.id ?? null,
  };
}

function serverOf({ config }: Scope, login: ReturnType<typeof openLogin> | undefined): MailServer | undefined {
  if (!login) return undefined;
  const { fromName: _, ...server } = login;
  return { ...server, allowPrivate: config.allowPrivateHosts };
}

const noServer = () => conflict(t("No mail server is set up for sending. An admin can add one in Mail Configuration."));

export type SenderFacts = Awaited<ReturnType<typeof askForSender>>;

type ServerFact = {
  host: string;
  port: number;
  secure: boolean;
  username: string;
  allow_plain: boolean;
  trusted_certificate: string | null;
  password_sealed: string | null;
  from_name: string;
};
type Fact = {
  name: string;
  email: string;
  signature_html: string;
  email_quota: number | null;
  server: ServerFact | null;
  mailbox_id: string | null;
  mailbox_email: string;
  mailbox_kind: OwnMailbox["kind"];
  mailbox_proof: OwnMailbox["addressProof"];
  mailbox_from_name: string | null;
  mailbox_signature: string | null;
  mailbox_is_colleagues: boolean;
  mailbox_aliases: OwnAlias[] | null;
};

const senderStatement = `
  select u.name, u.email, u.signature_html, p.email_quota, to_json(s) as server,
    m.id as mailbox_id, m.email as mailbox_email, m.kind as mailbox_kind, m.address_proof as mailbox_proof,
    m.from_name as mailbox_from_name, m.signature_html as mailbox_signature,
    exists (select from users c where c.tenant_id = u.tenant_id and c.id <> u.id and c.email = lower(m.email)) as mailbox_is_colleagues,
    (select json_agg(json_build_object('address', a ->> 'address', 'isConfirmed', (a ->> 'isConfirmed')::boolean, 'isColleagues',
      exists (select from users c where c.tenant_id = u.tenant_id and c.id <> u.id and c.email = a ->> 'address')))
      from jsonb_array_elements(m.aliases) as a) as mailbox_aliases
  from users u
  join tenants t on t.id = u.tenant_id
  left join plans p on p.id = ${planIdOf("t")}
  left join mail_servers s on s.tenant_id = u.tenant_id and s.protocol = 'smtp'
  left join mailboxes m on m.tenant_id = u.tenant_id and m.user_id = u.id
  where u.tenant_id = $1 and u.id = $2`;

/** Reads all facts of a sender in one query, with a row for each of their mailboxes, because every mail passes here. */
export async function askForSender(tx: Tx, { tenantId, sealer, user }: Scope) {
  const facts = await runNamed<Fact>(tx, {
    name: "ask_for_sender",
    text: senderStatement,
    values: [tenantId, user.id],
  });
  const [first] = facts;
  if (!first) throw notFound(t("User not found"));
  const { name, email, signature_html: signatureHtml, email_quota: quota, server } = first;
  const own = facts.flatMap(({ mailbox_id: id, ...fact }): OwnMailbox[] => {
    const { mailbox_email, mailbox_kind, mailbox_proof: addressProof, mailbox_is_colleagues: isColleagues } = fact;
    const { mailbox_from_name: fromName, mailbox_signature: signature } = fact;
    const shown = { fromName, signatureHtml: signature, aliases: fact.mailbox_aliases ?? [] };
    return id ? [{ id, email: mailbox_email, kind: mailbox_kind, addressProof, ...shown, isColleagues }] : [];
  });
  const login = server ? openLogin(sealer, settingsOf(tenantId, server)) : undefined;
  return { user: { name, email, signatureHtml }, quota, login, own };
}

const settingsOf = (tenantId: string, fact: ServerFact) => {
  const { password_sealed, from_name, allow_plain, trusted_certificate, ...server } = fact;
  return {
    ...server,
    allowPlain: allow_plain,
    trustedCertificate: trusted_certificate,
    tenantId,
    protocol: "smtp" as const,
    passwordSealed: password_sealed,
    fromName: from_name,
  };
};

type OwnMailbox = Pick<
  typeof mailboxes.$inferSelect,
  "id" | "email" | "kind" | "addressProof" | "fromName" | "signatureHtml"
> & {
  /** Its address belongs to another user of the company. */
  isColleagues: boolean;
  aliases: OwnAlias[];
};

type OwnAlias = { address: string; isConfirmed: boolean; isColleagues: boolean };

/** Undefined if the mail is to leave from the mailbox's own address. */
const chosenAlias = ({ email, aliases }: OwnMailbox, fromAccount: string | undefined): OwnAlias | undefined =>
  fromAccount && !isSame(email, fromAccount) ? aliases.find(({ address }) => isSame(address, fromAccount)) : undefined;

/** The alias of a mailbox that is among these addresses, if mail may leave from it: an answer leaves as its mail was addressed. */
export function aliasAmong({ own }: SenderFacts, mailboxId: string | null, addresses: string[]): string | undefined {
  const aliases = own.find(({ id }) => id === mailboxId)?.aliases ?? [];
  const usable = aliases.filter(({ isConfirmed, isColleagues }) => isConfirmed && !isColleagues);
  return addresses.find((address) => usable.some((alias) => isSame(alias.address, address)));
}

function refuseUnusable({ address, isConfirmed, isColleagues }: OwnAlias) {
  if (isColleagues) throw ofColleague(address);
  if (!isConfirmed)
    throw conflict(
      t("{address} is not confirmed to be yours, so mail cannot leave as it. Confirm it in Inbox, Sync Settings.", {
        address,
      }),
    );
}

const ofColleague = (email: string) =>
  conflict(
    t(
      "{email} is the address of another user of your company, so mail cannot leave as it. Send from your own address.",
      { email },
    ),
  );

/** Refuses the mail instead of sending it from the user's own address, which they may not want its recipients to know. */
export function refuseUnproved(mailbox: OwnMailbox, ownEmail: string) {
  if (mailbox.isColleagues) throw ofColleague(mailbox.email);
  if (!maySendAs(mailbox, ownEmail))
    throw conflict(
      t(
        "{email} is not proved to be yours, so mail cannot leave as it. Prove it in Inbox, Connections, or send from your own address.",
        { email: mailbox.email },
      ),
    );
}

/** Users send only from their own mailboxes. */
function chooseMailbox(own: OwnMailbox[], { mailboxId, fromAccount }: Account): OwnMailbox | undefined {
  if (!mailboxId && fromAccount)
    return (
      own.find(({ email }) => isSame(email, fromAccount)) ??
      own.find(({ aliases }) => aliases.some((one) => one.isConfirmed && isSame(one.address, fromAccount))) ??
      own.find((mailbox) => chosenAlias(mailbox, fromAccount))
    );
  if (!mailboxId) return undefined;
  const mailbox = firstOr(
    own.filter(({ id }) => id === mailboxId),
    notFound(t("Mailbox not found")),
  );
  if (fromAccount && !isSame(mailbox.email, fromAccount) && !chosenAlias(mailbox, fromAccount))
    throw invalid(t("That mailbox has another address."), { "x-from-account": t("That mailbox has another address.") });
  return mailbox;
}

/** Refused, because sent from the own address it would not be the mail that was asked for. */
const notYours = (account = "") => {
  const words = t("{account} is not an address of yours. Send from your own address, or connect its mailbox first.", {
    account,
  });
  return invalid(words, { "x-from-account": words });
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const longestName = 100;

/** A name for the header: one short line, and not an address other than the mail's own, which would mislead its reader. */
export function displayName(text: string, address: string) {
  const line = [...text.replaceAll(/\p{C}+/gu, " ").trim()].slice(0, longestName).join("");
  return looksLikeAddress(line) && !isSame(line, address) ? "" : line;
}
