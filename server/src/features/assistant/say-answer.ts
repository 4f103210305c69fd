// Words for what the built-in engine found. The engine itself only chooses sentences of the mail.
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import type { EngineAnswer, FoundSentence, QuestionInput } from "#engine/questions/types.ts";

/** `found` are positions in the engine's answer. */
export type SaidSentence = { text: string; found: number[] };

export function sayAnswer(answer: EngineAnswer, input: QuestionInput): SaidSentence[] {
  const { found, kind, count = 0, outcome, differs } = answer;
  if (outcome !== "answered") return [];
  if (kind === "count")
    return [{ text: t("{count, plural, one {# mail was found.} other {# mails were found.}}", { count }), found: [] }];
  const said = found.map((one, at) => ({ text: sayOne(answer, input, one), found: [at] }));
  const lead = leadOf(answer);
  return [
    ...(lead ? [{ text: lead, found: [] }] : []),
    ...(differs ? [{ text: t("The mails differ. The newest is first:"), found: [] }] : []),
    ...said,
  ];
}

function leadOf({ kind, found }: EngineAnswer): string | undefined {
  const count = found.length;
  if (kind === "open-invoices")
    return t(
      "{count, plural, one {For # invoice no mail says that it is paid:} other {For # invoices no mail says that they are paid:}}",
      { count },
    );
  if (kind === "own-tasks")
    return t("{count, plural, one {The mail names # task of yours:} other {The mail names # tasks of yours:}}", {
      count,
    });
  if (kind === "waiting")
    return t(
      "{count, plural, one {The mail names # task that others have:} other {The mail names # tasks that others have:}}",
      { count },
    );
  return kind === "list" ? t("{count, plural, one {# mail fits:} other {# mails fit:}}", { count }) : undefined;
}

function sayOne(
  { kind }: EngineAnswer,
  { mails, timeZone }: QuestionInput,
  { mail: at, sentence, speaker, due }: FoundSentence,
) {
  const mail = mails[at];
  if (!mail) return "";
  const name = speaker ? nameOf(speaker) : nameOf(mail.from);
  const day = dayIn(mail.at, timeZone);
  if (due) {
    const by = dayIn(due, timeZone);
    return mail.isOwn
      ? t("Due {by}. You wrote to {name}: “{sentence}”", { by, name: nameOf(mail.to), sentence })
      : t("Due {by}. {name} wrote: “{sentence}”", { by, name, sentence });
  }
  if (kind === "sender" && !speaker) return t("{name}, on {day}: “{sentence}”", { name, day, sentence });
  if (kind === "sent-date" && !speaker) return t("On {day}, from {name}: “{sentence}”", { name, day, sentence });
  return mail.isOwn && !speaker
    ? t("You wrote to {name} on {day}: “{sentence}”", { name: nameOf(mail.to), day, sentence })
    : t("{name} wrote on {day}: “{sentence}”", { name, day, sentence });
}

/** The name of the first person in a header, or the address. */
function nameOf(header: string): string {
  const [first = ""] = header.split(/,\s*(?![^<]*>)/);
  return (
    first
      .replace(/\s*<[^<>]*>\s*$/, "")
      .replaceAll(/^["']|["']$/g, "")
      .trim() || first.replaceAll(/[<>]/g, "").trim()
  );
}

function dayIn(moment: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium", timeZone }).format(moment);
  } catch {
    return new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(moment);
  }
}
