import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { type ComposeDraft, composeDefaults } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { cut, dateTime } from "#lib/format.ts";

type Person = { name: string; address: string };

/** A question to the known address of somebody whether a doubtful mail is really theirs. It quotes nothing of that mail but its subject. */
export function verifyDraft({ subject, from, date }: MailMessage, { name, address }: Person): ComposeDraft {
  const first = name.trim().split(/\s+/)[0] ?? "";
  const title = cut(subject.trim(), 120);
  const body = [
    first ? t("Hi {first},", { first }) : t("Hi,"),
    t("On {date} I got a mail from {from} with the subject “{title}”.", { date: dateTime(date), from, title }),
    t("Is it really from you? I will do nothing about it before you confirm it."),
  ];
  return {
    ...composeDefaults,
    to: address,
    subject: t("Is this mail from you: “{title}”?", { title }),
    bodyHtml: draftHtml(body.join("\n\n")),
  };
}
