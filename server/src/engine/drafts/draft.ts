import type { Tone } from "@intellibox/contract/rules/choices";
import { isRole } from "../intents/addressee.ts";
import { type Intent, type SpokenClause, signerIn } from "../intents/read-intent.ts";
import { withLegalHead } from "../intents/short-forms.ts";
import { withTypedReader } from "../intents/typed-reader.ts";
import { withoutRemarks } from "../intents/writer-remarks.ts";
import { presentUsed } from "../knowledge/used-pieces.ts";
import { withoutKindness } from "../languages/kindness.ts";
import { splitHeader } from "../mail/header-block.ts";
import { withWholeConditions, withWholeWords } from "../plain/whole-words.ts";
import { closingSentences, draftLines, type Mood } from "../sentences/act-sentences.ts";
import { englishFrames } from "../sentences/frames.ts";
import { subjectOf } from "../subjects/subject.ts";
import { rankSentences } from "../summaries/rank.ts";
import { languageOf } from "../text/language.ts";
import { capitalize, hashOf } from "../text/words.ts";
import type { Draft, DraftInput } from "../types.ts";
import { applyVoice } from "../voice/apply-voice.ts";
import { composedFrom, confidenceIn } from "./confidence.ts";
import { isTime } from "./fit-sentence.ts";
import { draftInLanguage, isOrderLanguage } from "./foreign-draft.ts";
import { asSentence } from "./grammar.ts";
import { plainDraft, readNamed } from "./plain-draft.ts";
import { realize, type Said } from "./realize.ts";
import { inOwnWords } from "./say-checked.ts";
import { sayKnown } from "./say-known.ts";
import { type Gravity, gravityOf, soberTone } from "./seriousness.ts";
import { subjectLine } from "./subject-line.ts";
import { splitTokens } from "./tokens.ts";
import { inTone } from "./wording.ts";

// A longer context is pasted material: only its key sentences go into the mail.
const longestContext = 6_000;
const longestIntent = 2_000;

/** A mail for the intent in the tone, with every fact of the context and no other, in the language of the intent. */
export function composeDraft(given: DraftInput): Draft {
  const answered = answeredMail(given);
  return answered
    ? { ...compose(answered.input), ...(answered.subject && { subject: answered.subject }) }
    : compose(given);
}

/** The notes are the mail that is answered: its sender reads the draft, and its text is not said back. */
function answeredMail(input: DraftInput): { input: DraftInput; subject: string } | undefined {
  const header = splitHeader(input.context);
  const { subject } = header;
  const from = header.from || signerOfAnswered(input);
  if (from === "" || input.intent.trim() === "") return undefined;
  const intent = input.intent.replace(answerOrder, "");
  return {
    input: { ...input, intent: intent.trim() || input.intent, context: "", to: input.to?.trim() || from },
    subject: subject === "" ? "" : /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  };
}
/** Notes without a header that the reader signs: "Reply to Henrike …", and a mail that ends with "Henrike". */
function signerOfAnswered({ intent, context }: DraftInput): string {
  const [, name = ""] =
    /^(?:please )?(?:reply|respond|answer|write back|get back)(?: to)? (?:(?:Mr|Mrs|Ms|Dr)\.? )?(\p{Lu}[\p{L}'’-]+)/iu.exec(
      intent,
    ) ?? [];
  const last = context.trim().split("\n").at(-1)?.trim() ?? "";
  const isSigned = name !== "" && last.length < 50 && last.toLowerCase().includes(name.toLowerCase());
  return isSigned && context.trim().split("\n").length > 1 ? last.replace(/^[-–—\s]+|[.,]+$/g, "") : "";
}
const answerOrder =
  /^(?:please )?(?:answer|reply to|respond to|reply|respond)(?: to)?(?: (?:this|that|it|him|her|them|the (?:mail|e-?mail|message)(?: below| above)?|below))*(?: (?:and|by|saying|that)(?= )|\s*[:,.–-])\s*/i;

function compose(input: DraftInput): Draft {
  const intent = input.intent.slice(0, longestIntent).trim();
  const context = shorten(input.context.trim());
  if (!intent && !context) return blankDraft(input);
  const language = languageOf(`${intent}\n${context}`);
  const isRead = language === "en" || isOrderLanguage(language);
  const { text, remarks } = isRead
    ? withoutRemarks(language === "en" ? withLegalHead(intent) : withoutKindness(intent, language), language)
    : { text: intent, remarks: [] };
  const given = {
    ...input,
    intent: language === "en" ? withWholeWords(withTypedReader(withWholeConditions(text))) : text,
    context,
  };
  return language === "en" ? composeEnglish(given, remarks, text) : draftInLanguage(given, language);
}

function composeEnglish(input: DraftInput, remarks: string[], typed: string): Draft {
  const { text: context, sentences: tokenSentences } = splitTokens(input.context, "");
  const { understood, notes } = readNamed({ intent: input.intent, context, to: input.to, remarks }, typed);
  const gravity = understood.style.isFirm
    ? "serious"
    : gravityOf(`${input.intent} ${input.context}`, understood.clauses);
  const { style } = understood;
  const voice = applyVoice(input, "en", gravity === "light" && !style.isFormal && !style.isFirm);
  const tone = toneOf(voice.tone, understood, gravity);
  // The wording is chosen by the words that were typed.
  const pick = picker({ ...input, intent: withTypedReader(typed) });
  const greeted = understood.reader.name;
  const composedSubject = subjectLine(understood) || subjectOf(`${input.intent}. ${input.context}`) || "[Subject]";
  const clauses = withLaterTimes(withProposedTimes(understood.clauses)).map((clause) => ({
    clause,
    said: realize(clause, {
      tone,
      isPlural: understood.isPlural,
      pick,
      hasNotes: understood.clauses.some(({ isNote }) => isNote),
      hasOthers: understood.clauses.length > 1,
    }),
  }));
  const { said, used } = sayKnown(clauses, input.knowledge ?? [], {
    reader: understood.reader,
    subject: composedSubject,
  });
  const plain = context === "" && used.length === 0 ? plainDraft(notes, understood, said) : undefined;
  const subject = plain?.subject || composedSubject;
  const quoted = used.map(({ text }) => text);
  sayAlso(said);
  for (const sentence of tokenSentences)
    if (!sentence.includes(greeted) || greeted === "") said.push({ as: "sentence", text: sentence });
  const basis = !plain && confidenceIn(understood, said).score >= composedFrom ? "composed" : "frame";
  const frame = englishFrames[gravity === "light" ? tone : tone === "friendly" ? "friendly" : soberFrame(tone)];
  const signOffs =
    gravity === "light" ? frame.signOff : englishFrames[tone === "empathetic" ? "empathetic" : "professional"].signOff;
  const greeting = capitalize(pick(greeted ? frame.named : frame.nameless).replace("{name}", () => greeted));
  const sender = signedAs(
    input.sender === undefined ? (signerIn(input.context) ?? "[Your name]") : voice.sender(input.sender),
    [input.intent, ...remarks].join(". "),
  );
  const blocks = [
    voice.greeting(greeted, greeting),
    ...(plain?.paragraphs ??
      paragraphs(said, gravity === "light" ? tone : tone === "empathetic" ? "professional" : tone)),
    voice.isShort ? "" : closingFor(understood, plain?.said ?? said, gravity, tone, pick),
    `${voice.signOff(pick(signOffs))}\n${sender}`.trim(),
  ];
  return {
    subject: inTone(subject, "professional"),
    body: blocks
      .filter(Boolean)
      .map((block) => inToneBeside(quoted, block, tone))
      .join("\n\n"),
    basis,
    ...(voice.isUsed && { inVoice: true }),
    ...(used.length > 0 && { sources: [...new Set(used.map(({ piece }) => piece))].map(presentUsed) }),
  };
}

/** "sign as Duty Manager": a role stands below the name, another name in its place. An empty name means that a signature follows. */
function signedAs(sender: string, intent: string): string {
  const [, signer] =
    /(?:^|[.;,] )sign(?:ed)?(?: it)?(?: off)? as (?:the )?(\p{Lu}[\p{L}'’-]+(?: [\p{Lu}&][\p{L}'’-]*){0,3})(?=[.,;]|$)/u.exec(
      intent,
    ) ?? [];
  if (!signer || sender === "") return sender;
  return isRole(signer.split(" ").at(-1) ?? "") || / (?:Team|Desk|Office|Department)$/.test(signer)
    ? `${sender}\n${signer}`
    : signer;
}

/** Quotations of knowledge stay as they are. */
function inToneBeside([quotation, ...others]: string[], text: string, tone: Tone): string {
  if (quotation === undefined) return inTone(text, tone);
  return text
    .split(quotation)
    .map((part) => inToneBeside(others, part, tone))
    .join(quotation);
}

/** A second question of the same form adds to the first: "Could you also let me know …?" */
function sayAlso(said: Said[]): void {
  const opens = /^(Could you) (?:please )?((?:let (?:me|us) know|tell (?:me|us)) .+)$/s;
  const asksTo = /^(?:I|We) would like to ask you to (?!not\b)(.+)$/s;
  let hasOne = false;
  let hasRequest = false;
  said.forEach((one, i) => {
    const [, could, rest] = one.as === "ask" ? (opens.exec(one.text) ?? []) : [];
    if (could && rest && hasOne) said[i] = { ...one, text: `${could} also ${rest}` };
    hasOne ||= could !== undefined;
    const deed = one.as === "ask" ? asksTo.exec(one.text)?.[1] : undefined;
    if (deed && hasRequest && !/\balso\b/.test(deed)) said[i] = { ...one, text: `Please also ${deed}` };
    hasRequest ||= deed !== undefined;
  });
}

/** Times among the notes of a meeting are proposed to the reader: "Thu 2pm, Fri 11am". */
function withProposedTimes(clauses: SpokenClause[]): SpokenClause[] {
  const isMeeting = clauses.some(
    ({ act, content }) =>
      /^(?:intend|cancel|propose|request|invite)$/.test(act) &&
      /\b(?:meet|meeting|call|appointment|demo|session|interview|lunch|coffee|visit|chat|catch up)\b/i.test(content),
  );
  const times = clauses.filter(({ act, content }) => act === "fragment" && isTime(content));
  const [first] = times;
  if (!isMeeting || !first) return clauses;
  const proposal: SpokenClause = {
    ...first,
    act: "propose",
    form: "thing",
    content: times.map(({ content }) => content).join(" or "),
  };
  return clauses.flatMap((clause) => (clause === first ? [proposal] : times.includes(clause) ? [] : [clause]));
}

/** "moved to Sunday 22 November, 6 to 10 am": a time belongs to the date before it. */
function withLaterTimes(clauses: SpokenClause[]): SpokenClause[] {
  const all: SpokenClause[] = [];
  for (const clause of clauses) {
    const before = all.at(-1);
    if (before && clockTime.test(clause.content) && endsInDate.test(before.content) && saysDate.test(before.act))
      all[all.length - 1] = { ...before, content: `${before.content}, ${clause.content}` };
    else all.push(clause);
  }
  return all;
}
const endsInDate =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|tomorrow|today)$/i;
const saysDate = /^(?:tell|state|announce|mention|invite|remind|confirm|dictated)$/;
const clockTime =
  /^(?:(?:from|at|between) )?\d{1,2}(?:[.:]\d\d)? ?(?:am|pm)?(?: ?(?:-|–|to|until|and) ?\d{1,2}(?:[.:]\d\d)? ?(?:am|pm)?)?$/i;

type Pick = (choices: string[]) => string;

/** The same input gives the same wording; each "Regenerate" takes the next one. */
function picker({ intent, context, tone, variant }: DraftInput): Pick {
  const seed = hashOf(`${tone}|${intent}|${context.slice(0, 2_000)}`) + Math.max(0, Math.floor(variant ?? 0));
  return (choices) => choices[seed % choices.length] ?? choices[0] ?? "";
}

function toneOf(tone: Tone, { style }: Intent, gravity: Gravity): Tone {
  return soberTone(style.isFormal ? "professional" : tone, gravity);
}

const soberFrame = (tone: Tone): Tone => (tone === "enthusiastic" ? "professional" : tone);

/** Sentences in paragraphs, details as a list, and words that were not understood as marked blanks. */
function paragraphs(said: Said[], tone: Tone): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let items: string[] = [];
  const endBlock = () => {
    if (block.length > 0) blocks.push(block.join(" "));
    block = [];
  };
  const endItems = () => {
    const [only] = items;
    if (items.length > 0 && block.at(-1)?.endsWith(":")) endBlock();
    const lead = blocks.at(-1);
    if (items.length > 0 && block.length === 0 && lead?.endsWith(":"))
      blocks[blocks.length - 1] = `${lead}\n${items.map((item) => `- ${capitalize(item)}`).join("\n")}`;
    else if (items.length === 1 && only) {
      const before = block.at(-1);
      // "The start is 1 September." and "8 am at the depot" are one sentence.
      if (before?.endsWith(".") && continues.test(only) && only.split(" ").length <= 9)
        block[block.length - 1] = `${before.slice(0, -1)}, ${only.replace(/[.,;]+$/, "")}.`;
      else block.push(asSentence(only));
    } else if (items.length > 1) endBlock();
    if (items.length > 1 && !lead?.endsWith(":"))
      blocks.push(`${draftLines.detailsLead[tone]}\n${items.map((item) => `- ${capitalize(item)}`).join("\n")}`);
    items = [];
  };
  let last: Said["as"] | undefined;
  for (const { as, text } of said) {
    if (as === "item") {
      items.push(text);
    } else {
      endItems();
      const isTurn = last !== undefined && last !== as && block.length >= 2;
      if (isTurn || block.length >= 4) endBlock();
      block.push(as === "words" ? inOwnWords(text) : text);
    }
    last = as;
  }
  endItems();
  endBlock();
  return blocks;
}

// A place, a time or a price that belongs to the sentence before it.
const continues =
  /^(?:(?:at|in|on|from|by|until|till|between|around|about|for|with|without|via|near|next to|every|max|plus) |\d{1,2}(?:[.:]\d\d)? ?(?:am|pm|-|–|to )|\d{1,2}[.:]\d\d\b)(?!.*\b(?:is|are|will|please)\b)/i;

/** "recommend Schuster Partners" asks for nothing. */
const isNamed = (content: string) => /^\p{Lu}[\p{L}&.'’-]*(?: (?:&|of|\p{Lu}[\p{L}&.'’-]*))*$/u.test(content);

const isFinal =
  /\b(?:(?:will not|won['’]t|refuse to|do not intend to) (?:pay|refund|accept|reimburse)|(?:final|last) warning|terminate (?:the|your)|dismissed|your (?:employment|dismissal))\b/i;

function closingFor({ clauses, style }: Intent, said: Said[], gravity: Gravity, tone: Tone, pick: Pick): string {
  const has = (...acts: string[]) => clauses.some(({ act }) => acts.includes(act));
  if (style.isShort || (has("thank") && gravity !== "mourning")) return "";
  const mood: Mood | undefined =
    gravity === "mourning"
      ? "mourns"
      : has("invite")
        ? "invites"
        : has("complain")
          ? "serious"
          : has("apply")
            ? "hopes"
            : has("decline", "apologize") ||
                clauses.some(
                  ({ act, content }) =>
                    act === "cancel" &&
                    /\b(?:meeting|call|appointment|visit|dinner|lunch|session|demo|interview|reservation|booking|event|party|workshop|training|trip)\b/i.test(
                      content,
                    ),
                )
              ? "regrets"
              : said.some(({ as, text }) => as === "ask" && !/\byou (?:should|must|need to|have to)\b/i.test(text)) ||
                  has("ask", "request", "remind", "follow-up", "intend", "cancel") ||
                  clauses.some((clause, i) => clause.act === "propose" && (i === 0 || !isNamed(clause.content)))
                ? gravity === "serious"
                  ? "serious"
                  : "asks"
                : has("thank", "congratulate", "wish", "resign", "accept")
                  ? undefined
                  : "informs";
  // After a refusal to pay, a dismissal or a last warning there is nothing to look forward to.
  if (mood !== "regrets" && clauses.some(({ content }) => isFinal.test(content))) return "";
  // A death notice offers no help, and a grave notice asks for no questions.
  if (mood === "mourns" && !has("condole")) return "";
  if (mood === "informs" && gravity === "serious" && tone !== "empathetic") return "";
  if (!mood) return "";
  const closings = closingSentences[mood][tone];
  // "Please collect him by noon." wants no reply.
  const wantsReply = mood !== "asks" || said.some(({ text }) => /\?$/.test(text.trim()));
  const fitting = wantsReply ? closings : closings.filter((closing) => !/\b(?:reply|hear(?:ing)?)\b/i.test(closing));
  return fitting.length > 0 ? pick(fitting) : "";
}

function shorten(context: string): string {
  if (context.length <= longestContext) return context;
  const ranked = rankSentences([{ from: "", body: context }]);
  const best = new Set([...ranked].sort((a, b) => b.score - a.score).slice(0, 12));
  return ranked
    .filter((sentence) => best.has(sentence))
    .map(({ text }) => text)
    .join("\n")
    .slice(0, longestContext);
}

/** For an empty request: the frame, and a blank that says what is missing. */
function blankDraft({ tone, sender }: DraftInput): Draft {
  const { nameless, signOff } = englishFrames[tone];
  const body = `${nameless[0]}\n\n[What you would like to say]\n\n${signOff[0]}\n${sender ?? "[Your name]"}`.trimEnd();
  return { subject: "[Subject]", body, basis: "frame" };
}
