import { turnToReader } from "../intents/person.ts";
import { type Intent, readIntent } from "../intents/read-intent.ts";
import { withTypedReader } from "../intents/typed-reader.ts";
import { repairTyping } from "../intents/typing.ts";
import { verbRule } from "../intents/verbs.ts";
import { withoutAddressing } from "../plain/addressing.ts";
import { englishCheckWords } from "../plain/check-words.ts";
import { loneReader, namedLast } from "../plain/lone-reader.ts";
import { piecesOf } from "../plain/pieces.ts";
import { plainParagraphs, plainSubject } from "../plain/plain-mail.ts";
import { type PlainPart, readPlainNotes } from "../plain/plain-notes.ts";
import { alsoNouns, isOrdered } from "../plain/requests.ts";
import { doubtOf, isVerbless } from "../plain/sentence-check.ts";
import { withWholeWords } from "../plain/whole-words.ts";
import { faultOf, missingFacts } from "./check-draft.ts";
import { realize, type Said } from "./realize.ts";
import { inOwnWords } from "./say-checked.ts";

type Request = Parameters<typeof readIntent>[0];

/** Reads an intent, and again if its notes name the reader only in a piece of their own. `notes` are its words with repaired typing. */
export function readNamed(request: Request, typed: string): { understood: Intent; notes: string } {
  const notes = withWholeWords(repairTyping(typed));
  const understood = readIntent(request);
  if ((request.to ?? "").trim() !== "") return { understood, notes };
  const last = namedLast(notes);
  const isOther =
    last !== undefined &&
    (last.isLabelled === true ||
      !understood.reader.mentions.some((mention) => last.reader.toLowerCase().includes(mention)));
  const lone =
    understood.reader.name === "" && piecesOf(notes).length > 1
      ? (last ?? loneReader(notes))
      : isOther && !ordersAnother.test(notes)
        ? last
        : undefined;
  if (!lone || lone.rest === "") return { understood, notes };
  if (piecesOf(lone.rest).length === 0) return { understood, notes };
  const isGroup = /^(?:the|all|our) /i.test(lone.reader);
  const name = lone.reader.replace(/^(?:(?:the|all|our) )+/i, "");
  const again = readIntent({ ...request, intent: withWholeWords(withTypedReader(lone.rest)), to: name });
  const reader = isGroup ? { ...again.reader, name, isPerson: false, isGroup, mayBeThey: true } : again.reader;
  return { understood: { ...again, reader }, notes: lone.rest };
}

const ordersAnother = /\b(?:tell|ask|write|inform|remind|thank|mail|e-?mail|reply|answer|invite|send)\b/i;

/** Hurried notes: several pieces, of which many have no verb. */
function isTelegram(notes: string, { reader }: Intent): boolean {
  const pieces = piecesOf(notes)
    .map(({ text }) => withoutAddressing(text, reader))
    .filter(Boolean);
  const verbless = pieces.filter((piece) => isVerbless(piece)).length;
  return verbless >= 2 && verbless * 2 >= pieces.length;
}

export type PlainDraft = { subject: string; paragraphs: string[]; said: Said[] };

/** The plain frame, if it has fewer doubtful sentences than the composed mail and keeps its facts. */
export function plainDraft(notes: string, intent: Intent, said: Said[]): PlainDraft | undefined {
  const { reader, isPlural } = intent;
  const composed = said.map(({ as, text }, at) =>
    as === "words" ? "words" : doubtIn(text, said.slice(0, at), intent, { isItem: as === "item", notes }),
  );
  const harm = composed.filter((doubt) => doubt !== undefined && doubt !== "verbless").length;
  // A blank is looked at before sending; a doubtful sentence is not.
  const isUnsafe = composed.some((doubt) => doubt !== undefined && doubt !== "verbless" && doubt !== "words");
  const verbless = composed.filter((doubt) => doubt === "verbless").length;
  if (harm === 0 && !(verbless >= 2 && verbless * 2 >= said.length && isTelegram(notes, intent))) return undefined;
  const parts = readPlainNotes(notes, { reader, isPlural, compose: (piece) => composedOf(piece, intent) });
  const plain: Said[] = [];
  let left = 0;
  for (const part of parts) {
    const doubt = isItemOfList(part) ? undefined : doubtIn(part.text, plain, intent, { notes });
    // A doubtful part becomes a blank for the writer.
    if (part.isUncertain || (doubt !== undefined && doubt !== "verbless")) {
      part.text = inOwnWords(part.text);
      left++;
    }
    plain.push({ as: part.as === "ask" ? "ask" : "sentence", text: part.text });
  }
  const greeted = `${reader.name} ${reader.mentions.join(" ")}`;
  const lost = (all: Said[]) => missingFacts(notes, `${greeted} ${all.map(({ text }) => text).join(" ")}`).length;
  if (parts.length === 0 || (left > 0 && left >= harm && !isUnsafe) || lost(plain) > lost(said)) return undefined;
  const subject = plainSubject(parts);
  return {
    subject: subject.includes("[") ? "" : subject,
    paragraphs: plainParagraphs(parts, { isPlural }),
    said: plain,
  };
}

/** "Call sheet change", "Must change at first login": a list needs no whole sentence. */
function isItemOfList({ as, isWhole, text }: PlainPart): boolean {
  const first = (/^\p{L}+/u.exec(text)?.[0] ?? "").toLowerCase();
  return (
    as === "fact" &&
    !isWhole &&
    (alsoNouns.test(first) || /^(?:must|can|will|should|may)$/.test(first)) &&
    verbRule(first)?.isSpeech !== true
  );
}

/** `notes` tell whether the writer is spoken of. */
function doubtIn(text: string, said: Said[], { reader }: Intent, { isItem = false, notes = "" } = {}) {
  const before = said.map((one) => one.text).join(" ");
  if (/^(?:I|We) (?:must|should)\b/.test(text) && !/\b(?:I|we) (?:must|should)\b/i.test(notes)) return "actor";
  // "dont ship batch 77" is for the reader.
  const [, denied] = /^(?:I|We) (?:do not|don['’]t) (\p{L}+)(?!\p{L})/u.exec(text) ?? [];
  if (denied && new RegExp(`(?<!\\b(?:I|we) )\\b(?:do not|don['’]?t) ${denied}\\b`, "i").test(notes)) return "actor";
  if (isMadeRequest(text, notes)) return "order";
  const doubt =
    doubtOf(text, { reader, words: englishCheckWords, before }) ??
    faultOf(
      /^(?:who|what|which|where)\b.*\b(?:to|for|with|from|at|of)\?$/i.test(text)
        ? text.replace(/ \p{L}+\?$/u, "?")
        : text,
      { reader, before },
    );
  return isItem && doubt === "verbless" ? undefined : doubt;
}

/** "Could you please follow up 6 months?": a thing of the notes that was read as an order. */
function isMadeRequest(text: string, notes: string): boolean {
  const [, verb] =
    /^(?:Could you (?:also )?(?:please )?|Please (?:also )?|(?:We|I) would like to (?:ask you to )?)(\p{Ll}+) /u.exec(
      text,
    ) ?? [];
  if (!verb) return false;
  const [piece] = new RegExp(`(?<=^|[.,:;!?–-] )${verb} .+`, "isu").exec(notes) ?? [];
  if (piece === undefined) return false;
  // "repair 480+VAT": a price, whatever the noun is.
  const isPriced = /^\p{L}+ [€$£]?\d[\d.,]*(?: ?\+ ?vat| ?%|[,.;]|$)/iu.test(piece);
  return isPriced || (alsoThings.test(verb) && !isOrdered(piece, false));
}
const alsoThings =
  /^(?:follow|call|hire|recall|balance|stock|launch|claim|exam|exit|invoice|insurance|lease|plan|test|drop|delivery|part|water|phone|parcel|fire|form|name|case|ticket|rent)$/;

/** The sentences that the rules make of a note. */
function composedOf(note: string, { isPlural, reader }: Intent): { isAsk: boolean; text: string }[] {
  const { clauses } = readIntent({ intent: withTypedReader(note), context: "" });
  const said = clauses.flatMap((clause) =>
    clause.isUncertain || clause.aside !== undefined
      ? [{ as: "words" as const, text: clause.source }]
      : realize(clause, {
          tone: "professional",
          isPlural,
          pick: ([first]) => first ?? "",
          hasNotes: false,
          hasOthers: true,
        }),
  );
  if (said.some(({ as, text }) => as === "words" || as === "item" || /[[\]]/.test(text))) return [];
  return said.map(({ as, text }) => ({ isAsk: as === "ask", text: turnToReader(text, reader).text }));
}
