// The activity of the demo's people in the last four weeks, so that their dashboards, Sent and the log show a used product. Everything
// follows from the person and the day: two first starts on one day make the same history.
import { createHash } from "node:crypto";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { aiUsage } from "#db/tables/ai-usage.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { engagements, trackedLinks } from "#db/tables/engagements.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { World } from "#scope.ts";
import { demoPeople } from "#features/demo/demo-people.ts";
import { addCompanyKnowledge } from "./company-knowledge.ts";
import { addCompanyTemplates } from "./company-templates.ts";
import { type DemoMail, dateOf, dayMs, firstName, idOf, type Reader } from "./demo-mail.ts";
import { openOffers } from "./sent-mails.ts";

type Owner = { tenantId: string; userId: string };
type SentMail = DemoMail & { logId: string; at: Date; links: string[]; opens: number; clicks: number };

const historyDays = 28;
const minuteMs = 60_000;

export async function loadHistory(world: World, owner: Owner, reader: Reader, mails: DemoMail[]) {
  const sent = sentMailsOf(reader, mails);
  await fencedTransaction(world.db, owner, async (tx) => {
    await logSentMails(tx, owner, reader, sent);
    await tx.insert(aiUsage).values(usageOf(owner, reader)).onConflictDoNothing();
    await tx
      .insert(summaries)
      .values(summariesOf(owner, reader, mails))
      .onConflictDoNothing();
    const due = followUpsOf(owner, reader, sent);
    if (due.length > 0) await tx.insert(followUps).values(due).onConflictDoNothing();
    await addCompanyTemplates(tx, owner.tenantId, reader);
    await addCompanyKnowledge(tx, owner.tenantId, reader);
  });
  // As platform: opens and clicks are recorded by visitors without a company.
  const visits = sent.flatMap((mail) => visitsOf(owner, reader, mail));
  await fencedTransaction(world.db, "platform", (tx) => tx.insert(engagements).values(visits).onConflictDoNothing());
}

/** A UUIDv7 that depends on its name only, so that a load that was cut short adds nothing twice. */
function idFor({ me }: Reader, name: string, at: Date) {
  const time = at.getTime().toString(16).padStart(12, "0");
  const hash = createHash("sha256").update(`${name} ${me.email}`).digest("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

function sentMailsOf(reader: Reader, mails: DemoMail[]): SentMail[] {
  const { me, now } = reader;
  return mails
    .filter(({ from }) => from.email === me.email)
    .map((mail, index) => {
      const at = dateOf(mail, now);
      const links = mail.text?.match(/https:\/\/[^\s]+[^\s.]/g) ?? [];
      const opens = [1, 2, 0, 1, 3, 1, 0][index % 7] ?? 0;
      const clicks = links.length > 0 && opens > 0 ? 1 : 0;
      return { ...mail, logId: idFor(reader, mail.key, at), at, links, opens, clicks };
    });
}

const recipientsOf = ({ to = [] }: DemoMail) => to.map(({ email }) => email);

async function logSentMails(tx: Tx, owner: Owner, { me }: Reader, sent: SentMail[]) {
  const logs = sent.map(({ logId, key, at, answers, opens, clicks, subject, ...mail }) => ({
    ...owner,
    ...{ id: logId, subject, opens, clicks, createdAt: at, sentAt: at, tracked: true },
    kind: answers ? ("reply" as const) : ("mail" as const),
    sender: me.email,
    recipients: recipientsOf({ ...mail, key, subject }),
    provider: "smtp" as const,
    status: "sent" as const,
    messageId: idOf(key, me.email),
  }));
  await tx.insert(emailLogs).values(logs).onConflictDoNothing();
  const links = sent.flatMap(({ logId, links: urls }) =>
    urls.map((url, position) => ({ tenantId: owner.tenantId, logId, position, url })),
  );
  await tx.insert(trackedLinks).values(links).onConflictDoNothing();
}

/** Opens some hours after the mail, and clicks a few minutes after the first open. None is in the future. */
function visitsOf({ tenantId }: Owner, reader: Reader, { logId, key, at, opens, clicks }: SentMail) {
  const visit = (kind: "open" | "click", number: number, minutes: number) => {
    const then = new Date(Math.min(at.getTime() + minutes * minuteMs, reader.now.getTime()));
    const link = kind === "click" ? 0 : null;
    return {
      ...{ tenantId, logId, kind, actor: "person" as const, link, at: then },
      id: idFor(reader, `${key} ${kind} ${number}`, then),
    };
  };
  return [
    ...Array.from({ length: opens }, (_, index) => visit("open", index, 55 + index * 170)),
    ...Array.from({ length: clicks }, (_, index) => visit("click", index, 58 + index)),
  ];
}

/** More on some days than on others, and nothing at the weekend. */
function usageOf({ tenantId, userId }: Owner, reader: Reader) {
  const days = Array.from({ length: historyDays }, (_, index) => new Date(reader.now.getTime() - index * dayMs));
  return days.flatMap((date, index) => {
    if ([0, 6].includes(date.getUTCDay())) return [];
    const busy = createHash("sha256").update(`${reader.me.email} ${index}`).digest()[0] ?? 0;
    const counts = { compose: 1 + (busy % 3), reply: 1 + (busy % 4), summarize: busy % 3, subject: busy % 2 };
    return Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, number) => {
        const at = new Date(date.getTime() - (number * 47 + kind.length * 13) * minuteMs);
        return {
          ...{ tenantId, userId, id: idFor(reader, `ai ${kind} ${index} ${number}`, at), at, succeeded: true },
          ...{ kind: kind as keyof typeof counts, provider: "builtin" as const, model: "builtin" },
          ...{ tokensIn: 220 + busy, tokensOut: 90 + (busy % 60), durationMs: 40 + (busy % 50) },
        };
      }),
    );
  });
}

/** Two summaries of conversations, as Summarize keeps them. */
function summariesOf({ tenantId, userId }: Owner, reader: Reader, mails: DemoMail[]) {
  const { me, now } = reader;
  const kept = [
    {
      ...{ start: "quote", daysAgo: 1 },
      points: [
        "Meera offers INR 41.50 for 2,000 corrugated boxes and keeps the other rates.",
        "The rate is held for a few days; the order should come before.",
      ],
      action: "Send the purchase order and name who receives the goods",
    },
    {
      ...{ start: "minutes", daysAgo: 6 },
      points: ["Two more suppliers are asked for offers.", "The new packing instruction is being written."],
      action: "Ask two more suppliers for offers",
    },
  ];
  return kept.map(({ start, daysAgo, points, action }) => {
    const parts = mails.filter(({ key }) => key === start || key.startsWith(`${start}-`));
    const createdAt = new Date(now.getTime() - daysAgo * dayMs - 35 * minuteMs);
    return {
      ...{ tenantId, userId, id: idFor(reader, `summary ${start}`, createdAt), createdAt },
      title: parts[0]?.subject ?? "Conversation",
      thread: parts.map((mail) => ({
        from: mail.from.email,
        to: recipientsOf(mail).join(", ") || me.email,
        at: dateOf(mail, now).toISOString(),
        body: mail.text ?? "",
      })),
      summary: points,
      summarySources: points.map(() => null),
      actions: [{ action, owner: me.name, due: "", source: "", sourceIndex: null }],
      written: null,
      ...{ messageCount: parts.length, pointCount: points.length, actionCount: 1 },
    };
  });
}

/** The offers of an admin or the owner have no answer yet. Their drafts are ready. */
function followUpsOf({ tenantId, userId }: Owner, reader: Reader, sent: SentMail[]) {
  const { me } = reader;
  const isMember = demoPeople.some(({ email, roleCode }) => email === me.email && roleCode === "NORMAL_USER");
  const open = isMember ? [] : sent.filter(({ subject }) => openOffers.includes(subject));
  return open.map((mail) => ({
    ...{ tenantId, userId, id: idFor(reader, `follow-up ${mail.key}`, mail.at), logId: mail.logId, sender: me.email },
    ...{ messageId: idOf(mail.key, me.email), references: [], recipients: recipientsOf(mail), subject: mail.subject },
    excerpt: (mail.text ?? "").slice(0, 500),
    days: 3,
    state: "ready" as const,
    dueAt: new Date(mail.at.getTime() + 3 * dayMs),
    draft: `Dear ${firstName(mail.to?.[0] ?? me)},\n\nMay I ask whether you have had time to look at my mail "${mail.subject}"? I am glad to answer any question.\n\nKind regards,\n${me.name}`,
    sentAt: mail.at,
    createdAt: mail.at,
  }));
}
