import { momentOf } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { type ComposeDraft, composeDefaults, readComposeDraft, writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { cut, dateTime } from "#lib/format.ts";
import { timeZone } from "#lib/time-zone.ts";
import type { PlannedAction } from "#api/summaries.ts";
import { type SummaryMessage, senderOf } from "./summary-result.ts";

/** Puts a draft about an action into Compose. Returns false if the browser's storage is unavailable. */
export function prepareDraft(action: PlannedAction, thread: readonly SummaryMessage[]): boolean {
  const draft = draftAbout(action, thread);
  writeComposeDraft(draft);
  return readComposeDraft().bodyHtml === draft.bodyHtml;
}

export function draftAbout(
  { action, owner, due, source }: PlannedAction,
  thread: readonly SummaryMessage[],
): ComposeDraft {
  const what = action.trim().replace(/[.\s]+$/, "");
  const when = dateTime(momentOf(due, timeZone()));
  const first = owner.trim().split(/\s+/)[0] ?? "";
  const body = [
    first ? t("Hi {first},", { first }) : t("Hi,"),
    when
      ? t("I am writing about this point: {what}. It is due on {when}.", { what, when })
      : t("I am writing about this point: {what}.", { what }),
    t("Could you let me know where it stands?"),
  ];
  return {
    ...composeDefaults,
    intent: cut(t("Follow up on: {what}", { what }), 300),
    extra: [
      owner && t("Owner: {owner}", { owner }),
      when && t("Due: {when}", { when }),
      source && t("Source: {source}", { source }),
    ]
      .filter(Boolean)
      .join("\n"),
    to: addressOf(owner, thread),
    subject: cut(what, 120),
    bodyHtml: draftHtml(body.join("\n\n")),
  };
}

/** Finds the address of a person in the thread by their name or address. */
function addressOf(owner: string, thread: readonly SummaryMessage[]): string {
  const wanted = owner.trim().toLowerCase();
  if (wanted === "") return "";
  const people = thread.flatMap(({ from, to }) => [from, ...to.split(/[,;](?![^<]*>)/)]);
  for (const person of people) {
    const address = /[^\s<>"',;:]+@[^\s<>"',;:]+\.[^\s<>"',;:]+/.exec(person)?.[0];
    const name = senderOf(person).toLowerCase();
    const isMatch = name === wanted || name.split(/\s+/)[0] === wanted || address?.toLowerCase() === wanted;
    if (address && isMatch) return address;
  }
  return wanted.includes("@") ? owner.trim() : "";
}
