import type { Briefing } from "@intellibox/contract/endpoints/briefing";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { escapeHtml } from "#lib/html/html.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import type { Scope } from "#scope.ts";

/** The briefing as a mail in the language of its reader. All texts of mail are escaped. */
export function writeBriefing({ config, now }: Scope, briefing: Briefing, timeZone: string) {
  const home = publicUrlOf(config);
  const day = (moment: Date) =>
    new Intl.DateTimeFormat(formatLocale(), { weekday: "long", day: "numeric", month: "long", timeZone }).format(
      moment,
    );
  const line = (messageId: string, title: string, words: string) =>
    item(`<a href="${home}/inbox?message=${messageId}">${safe(title || t("(no subject)"))}</a>`, words);
  const { toAnswer, deadlines, waiting, rest } = briefing;
  const sections = [
    section(
      t("Needs an answer"),
      toAnswer.map(({ messageId, subject, from, fromName, ask }) =>
        line(messageId, subject, t("{name}: “{ask}”", { name: fromName || from, ask })),
      ),
    ),
    section(
      t("Due this week"),
      deadlines.map(({ messageId, what, due, from, fromName }) =>
        line(messageId, what, t("{day}, from {name}", { day: day(due), name: fromName || from })),
      ),
    ),
    section(
      t("Waiting for others"),
      waiting.map(({ to, subject }) => item(safe(subject || t("(no subject)")), to.join(", "))),
    ),
    section(
      t("Other unread mail"),
      rest.map(({ messageId, from, fromName, count, subject }) =>
        line(
          messageId,
          fromName || from,
          count === 1 ? subject : t("{count} messages, the newest: {subject}", { count, subject }),
        ),
      ),
    ),
  ];
  const settings = `${home}/profile?tab=notifications`;
  const end = `<p><small>${safe(t("Intellibox sends this because you asked for it."))} <a href="${settings}">${safe(t("Change when it comes"))}</a></small></p>`;
  return { subject: t("Your mail on {day}", { day: day(now()) }), html: `${sections.join("")}${end}` };
}

const safe = (text: string) => escapeHtml(text);
const item = (title: string, words: string) => `<li>${title}<br>${safe(words)}</li>`;
const section = (title: string, items: string[]) =>
  items.length === 0 ? "" : `<h3>${safe(title)}</h3><ul>${items.join("")}</ul>`;
