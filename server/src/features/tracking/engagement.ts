import type { Tx } from "#db/fence.ts";
import { and, eq, type SQL, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { engagements, trackedLinks } from "#db/tables/engagements.ts";
import type { Visitor } from "#scope.ts";
import { enqueueSentMail } from "#features/webhook-state/sent-events.ts";
import { deviceOf, readToken, type TrackedThing } from "./tokens.ts";
import { type Actor, actorOf } from "./visitors.ts";

/** A token never expires, so this bounds the rows that its holder can create. */
const maxVisits = 10_000;

/** Records an open. Returns nothing, so that the caller cannot tell whether the token is valid. */
export async function noteOpen(visitor: Visitor, token: string) {
  const thing = readToken(visitor.sealer, token);
  // As platform, because the reader of a mail is not signed in. The signed token names the mail.
  if (thing && thing.link === undefined) await visitor.platformTx((tx) => noteVisit(tx, visitor, thing));
}

/** Records the click, and returns the link behind a token; undefined if there is none. */
export async function followLink(visitor: Visitor, token: string, { counts = true } = {}): Promise<string | undefined> {
  const thing = readToken(visitor.sealer, token);
  const link = thing?.link;
  if (!thing || link === undefined) return undefined;
  return visitor.platformTx(async (tx) => {
    const [found] = await tx
      .select({ url: trackedLinks.url })
      .from(trackedLinks)
      .where(
        and(
          eq(trackedLinks.tenantId, thing.tenantId),
          eq(trackedLinks.logId, thing.logId),
          eq(trackedLinks.position, link),
        ),
      );
    if (found && counts) await noteVisit(tx, visitor, thing);
    return found?.url;
  });
}

async function noteVisit(tx: Tx, visitor: Visitor, { tenantId, logId, link }: TrackedThing) {
  const row = and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.id, logId), eq(emailLogs.tracked, true));
  const [mail] = await tx
    .select({ senderDevice: emailLogs.senderDevice, userId: emailLogs.userId })
    .from(emailLogs)
    .where(row);
  if (!mail) return;
  const device = deviceOf(visitor.sealer, visitor);
  const actor = actorOf({ userAgent: visitor.userAgent, device, senderDevice: mail.senderDevice });
  const kind = link === undefined ? ("open" as const) : ("click" as const);
  const visits = sql`${emailLogs.opens} + ${emailLogs.proxyOpens} + ${emailLogs.ownOpens} + ${emailLogs.clicks}`;
  const noted = await tx
    .update(emailLogs)
    .set(counted(kind, actor))
    .where(and(row, sql`${visits} < ${maxVisits}`))
    .returning({ opens: emailLogs.opens, clicks: emailLogs.clicks });
  const [counts] = noted;
  if (!counts) return;
  if (actor === "person" && mail.userId)
    await tellWebhooks(tx, { tenantId, id: logId, userId: mail.userId }, { link, counts });
  await tx.insert(engagements).values({ tenantId, logId, kind, actor, link: link ?? null });
  await visitor.publish(tx, { tenantId }, { kind: "email-logs", data: { id: logId } });
  if (mail.userId)
    await visitor.publish(tx, { tenantId, userId: mail.userId }, { kind: "outbox", data: { id: logId } });
}

/** Clicks of a mail that webhooks are told of. Anybody who has the link can click it any number of times. */
const toldClicks = 20;

/** The first open and the first clicks by a person. */
async function tellWebhooks(
  tx: Tx,
  mail: { tenantId: string; id: string; userId: string },
  { link, counts }: { link: number | undefined; counts: { opens: number; clicks: number } },
) {
  if (link === undefined && counts.opens === 1) await enqueueSentMail(tx, "mail.opened", [mail]);
  if (link !== undefined && counts.clicks <= toldClicks) await enqueueSentMail(tx, "mail.clicked", [mail], { link });
}

/** A click of a scanner or of the sender counts as their open only. */
function counted(kind: "open" | "click", actor: Actor): Partial<Record<Counter, SQL>> {
  const counter: Counter =
    actor === "proxy" ? "proxyOpens" : actor === "sender" ? "ownOpens" : kind === "click" ? "clicks" : "opens";
  return { [counter]: sql`${emailLogs[counter]} + 1` };
}

type Counter = "opens" | "proxyOpens" | "ownOpens" | "clicks";
