import type { MailSender } from "@intellibox/contract/endpoints/senders";
import { grouped } from "#lib/format.ts";

type Counted = Pick<MailSender, "messages" | "read">;

/** "12 messages, 25% read" */
export const countWords = ({ messages, read }: Counted) =>
  `${grouped(messages)} ${messages === 1 ? "message" : "messages"}, ${readShare({ messages, read })}`;

export function readShare({ messages, read }: Counted) {
  if (read === 0) return "none read";
  if (read >= messages) return "all read";
  // Not rounded to none or all, which would be wrong.
  return `${Math.min(99, Math.max(1, Math.round((read / messages) * 100)))}% read`;
}

type Outcome = { address: string; outcome: "unsubscribed" | "link" | "none" | "failed"; message: string | null };

/** The result for several senders, in one sentence each. */
export function outcomeWords(items: readonly Outcome[]): string {
  const count = (outcome: Outcome["outcome"]) => items.filter((item) => item.outcome === outcome).length;
  const senders = (number: number) => `${number} ${number === 1 ? "sender" : "senders"}`;
  const [left, page, none, failed] = [count("unsubscribed"), count("link"), count("none"), count("failed")];
  const problem = items.find((item) => item.outcome === "failed")?.message;
  return [
    left > 0 && `Unsubscribed from ${senders(left)}.`,
    page > 0 && `${senders(page)} can only be left on their own page: open a message of theirs.`,
    none > 0 && `${senders(none)} ${none === 1 ? "offers" : "offer"} no way to unsubscribe. You can block them.`,
    failed > 0 && `${senders(failed)} failed${problem ? `: ${problem}` : "."}`,
  ]
    .filter(Boolean)
    .join(" ");
}
