// A model's answer is compared with the mails that it names. What is not in them is left out.
import type { MailCitation, ProposedAction } from "@intellibox/contract/endpoints/questions";
import { amountsIn } from "@intellibox/contract/rules/mail-check/figures";
import { wallText } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { unknownContacts } from "#features/assistant/answers/unknown-contacts.ts";
import type { LoadedMail } from "#features/assistant/load-mails.ts";
import type { WrittenAction, WrittenAnswer } from "#features/assistant/model.ts";
import { unconfirmedFigures } from "./unconfirmed-figures.ts";

export type VerifiedAnswer = {
  sentences: { text: string; citations: number[] }[];
  citations: MailCitation[];
  notes: string[];
  actions: ProposedAction[];
};

/** A shorter one is in too many mails. */
const shortestCited = 6;

export function verifyAnswer(
  { sentences, actions }: WrittenAnswer,
  mails: LoadedMail[],
  { asked, now, timeZone }: { asked: string; now: Date; timeZone: string },
): VerifiedAnswer {
  const citations: MailCitation[] = [];
  const unconfirmed = new Set<string>();
  let refused = 0;
  const kept = sentences.flatMap(({ text, cites }) => {
    const true_ = cites.filter(({ mail, sentence }) => isIn(mails[mail], sentence));
    const sources = true_.flatMap(({ mail }) => mails[mail] ?? []);
    if (!isSupported(text, sources, asked)) {
      refused++;
      return [];
    }
    // A sentence without a source is marked as not from the mail.
    if (sources.length > 0)
      for (const figure of unconfirmedIn(text, sources, { asked, timeZone })) unconfirmed.add(figure);
    const positions = true_.flatMap(({ mail, sentence }) => positionOf(citations, mails[mail], sentence));
    return [{ text, citations: [...new Set(positions)] }];
  });
  return {
    sentences: kept,
    citations,
    notes: [
      ...(refused > 0
        ? [t("A part of the answer was left out, because its figures or addresses are not in the mail that it names.")]
        : []),
      ...(unconfirmed.size > 0
        ? [
            t("Not confirmed: {figures}. The cited mail does not say so word for word.", {
              figures: [...unconfirmed].slice(0, mostUnconfirmed).join(", "),
            }),
          ]
        : []),
    ],
    actions: actions.flatMap((action) => verifiedAction(action, mails, asked, now) ?? []),
  };
}

const folded = (text: string) =>
  text
    .normalize("NFKC")
    .replaceAll(/[\s"“”'‘’]+/g, " ")
    .trim()
    .toLowerCase();

const isIn = (mail: LoadedMail | undefined, sentence: string) =>
  mail !== undefined &&
  folded(sentence).length >= shortestCited &&
  folded(`${mail.mail.subject}\n${mail.mail.body}`).includes(folded(sentence));

const mostUnconfirmed = 8;

/** Counts, days and other numbers may be worked out by the model, so they are named and not left out. */
const unconfirmedIn = (text: string, sources: LoadedMail[], { asked, timeZone }: { asked: string; timeZone: string }) =>
  unconfirmedFigures(
    text,
    [asked, ...sources.map(({ mail }) => textOf(mail))].join("\n"),
    sources.map(({ mail }) => wallText(mail.at, timeZone).slice(0, 10)),
  );

const textOf = ({ from, to, subject, body }: LoadedMail["mail"]) => `${from}\n${to}\n${subject}\n${body}`;

/** Figures, links, addresses and numbers of accounts must be in the cited mail or in the question. */
function isSupported(text: string, sources: LoadedMail[], asked: string) {
  const given = [asked, ...sources.map(({ mail }) => textOf(mail))].join("\n");
  const known = new Set(amountsIn(given).map(({ digits }) => digits));
  return amountsIn(text).every(({ digits }) => known.has(digits)) && unknownContacts(text, given).length === 0;
}

function positionOf(citations: MailCitation[], mail: LoadedMail | undefined, sentence: string): number[] {
  if (!mail) return [];
  const at = citations.findIndex((one) => one.messageId === mail.found.messageId && one.sentence === sentence);
  if (at >= 0) return [at];
  return [citations.push({ ...mail.found, sentence: sentence.replaceAll(/\s+/g, " ").trim() }) - 1];
}

/** Only for mails that were found, and without an address that the user did not write. */
function verifiedAction(
  action: WrittenAction,
  mails: LoadedMail[],
  asked: string,
  now: Date,
): ProposedAction | undefined {
  const plain = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (action.do === "rule") {
    const sentence = plain(action.sentence);
    return sentence && unknownContacts(sentence, asked).length === 0 ? { do: "rule", sentence } : undefined;
  }
  const messageId = mails[action.mail]?.found.messageId;
  if (!messageId) return undefined;
  if (action.do === "draft") {
    const intent = plain(action.intent);
    return unknownContacts(intent, asked).length === 0 ? { do: "draft", messageId, intent } : undefined;
  }
  if (action.do === "label") {
    const label = plain(action.label);
    return label ? { do: "label", messageId, label } : undefined;
  }
  const until = new Date(action.until);
  return until > now && until.getTime() - now.getTime() < longestSnoozeMs
    ? { do: "snooze", messageId, until }
    : undefined;
}

const longestSnoozeMs = 366 * 86_400_000;
