// The part of the inbox that one mail belongs to. The first reason that holds decides, so that a sentence can explain it.
import type { PriorityPart, PriorityReason } from "@intellibox/contract/rules/priorities";
import type { StoredAddress } from "#db/tables/messages.ts";
import type { MailNote } from "#engine/briefing/brief-mails.ts";
import { kindsOf } from "#features/mail-facts/mail-kinds.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { foldMail } from "#features/mail-facts/rule-mail.ts";
import type { PriorityFacts } from "./sender-facts.ts";

export type Judgement = { part: PriorityPart; reason: PriorityReason; detail: string };

const important = (reason: PriorityReason, detail = ""): Judgement => ({ part: "important", reason, detail });
const other = (reason: PriorityReason): Judgement => ({ part: "other", reason, detail: "" });

/** So many mails of a sender tell whether the user opens them. */
const enoughHistory = 4;
const maxDetail = 200;

/** Undefined if only the text can tell. */
export function judgeByFacts(
  mail: StoredRuleMail,
  facts: PriorityFacts,
  own: ReadonlySet<string>,
): Judgement | undefined {
  const sender = mail.from.address.toLowerCase();
  const moved = facts.moved.get(mail.threadId);
  if (moved) return { part: moved, reason: "moved", detail: "" };
  const chosen = facts.chosen.get(sender);
  if (chosen) return { part: chosen, reason: "sender", detail: "" };
  if (mail.important) return important("rule");
  const kinds = kindsOf(foldMail(mail));
  if (kinds.has("autoReply")) return other("program");
  const isToMe = isAmong(own, mail.to) || isAmong(own, mail.cc);
  if (kinds.has("invitation") && isToMe && mail.isKnownSender) return important("invitation");
  if (kinds.has("receipt")) return other("receipt");
  if (kinds.has("cold")) return other("sales");
  if (kinds.has("newsletter")) return other("newsletter");
  if (kinds.has("notification") || kinds.has("calendar")) return other("program");
  if (facts.answered.has(mail.threadId)) return important("answer");
  if (facts.important.has(mail.threadId)) return important("thread");
  if (!isToMe) return other("notToYou");
  if (facts.colleagues.has(sender)) return important("colleague");
  if (mail.isKnownSender) return important("known");
  if (isUnread(facts, sender)) return other("unread");
  return undefined;
}

/** Somebody unknown is important if the mail asks its reader something, or names a day. */
export function judgeByText(note: MailNote | undefined): Judgement {
  if (note?.ask) return important("question", note.ask.slice(0, maxDetail));
  const [deadline] = note?.deadlines ?? [];
  return deadline ? important("deadline", deadline.what.slice(0, maxDetail)) : other("stranger");
}

const isAmong = (own: ReadonlySet<string>, people: StoredAddress[]) =>
  people.some(({ address }) => own.has(address.toLowerCase()));

/** The mail itself counts, too, and is unread. */
function isUnread({ history }: PriorityFacts, sender: string): boolean {
  const { messages = 0, read = 0 } = history.get(sender) ?? {};
  return messages > enoughHistory && read === 0;
}
