import type { Tone } from "@intellibox/contract/rules/choices";
import { asDictated } from "../intents/dictation.ts";
import type { SpokenClause } from "../intents/read-intent.ts";
import { finiteVerb, isVerbal, textOf, wordsIn } from "../intents/words.ts";
import { isUnsaid } from "../knowledge/known-topic.ts";
import { actSentences } from "../sentences/act-sentences.ts";
import { capitalize } from "../text/words.ts";
import { fill, fitted, keyFor } from "./fit-sentence.ts";
import { asSentence, indefinite, lowerFirst, withArticle, withObject } from "./grammar.ts";
import { ownWordsOf } from "./own-words.ts";
import { toldBack } from "./told-back.ts";

/** A piece of the mail: a sentence, a request to the reader, a detail for a list, or the user's words that nobody understood. */
export type Said = { as: "sentence" | "ask" | "item" | "words"; text: string };

export type Voice = {
  tone: Tone;
  isPlural: boolean;
  pick: (choices: string[]) => string;
  hasNotes?: boolean;
  hasOthers?: boolean;
};

const asking = new Set(["ask", "request", "instruct", "question", "urge"]);

/** The sentences that a clause becomes. */
export function realize(clause: SpokenClause, voice: Voice): Said[] {
  // "Tell the plant." only names the reader.
  if ((clause.act === "tell" || clause.act === "wish") && clause.form === "none") return [];
  // "Ask Kirsten" above a list of questions names her only.
  if (clause.act === "ask" && clause.form === "none" && clause.addressee && voice.hasOthers) return [];
  // "Julia forgot the lease, nudge her": what was said before is the topic.
  if (clause.act === "follow-up" && clause.content === "" && voice.hasOthers) return [];
  const { sentence, reason } = sentenceOf(clause, voice);
  if (sentence === undefined) {
    const text = clause.condition ? clause.source : clause.content.trim() || clause.source;
    // A noun phrase is a fact; a verb may be an order that must not reach the reader.
    const [first] = wordsIn(text);
    // "order 5590" is a thing.
    const mayBeOrder =
      first?.pos === "VERB" &&
      first.text.toLowerCase() === first.lemma &&
      !/^(?:order|booking|claim|report|file|permit|ticket|account) (?:no\.? |number |#)?[\p{L}-]*\d[\d/-]*$/iu.test(
        text,
      );
    if (clause.act === "fragment") return [{ as: clause.isNote || !mayBeOrder ? "item" : "words", text }];
    return [{ as: "words", text: ownWordsOf(clause) }];
  }
  let said = asRequest(sentence, clause);
  if (clause.condition) said = `${capitalize(clause.condition.trim())}, ${lowerStart(said)}`;
  if (clause.aside) said = `${clause.aside}, ${lowerStart(said)}`;
  const as =
    asking.has(clause.act) || /^(?:[^,]{3,80}, )?you (?:should|need to|have to)\b/i.test(said) || /\?$/.test(said)
      ? "ask"
      : "sentence";
  const sentences: Said[] = [{ as, text: said }];
  if (reason) sentences.push({ as: "sentence", text: asSentence(reason) });
  return sentences;
}

/** "You should fill a bucket." asks for it: "Please fill a bucket." */
const asRequest = (sentence: string, { act, condition }: SpokenClause) =>
  /^(?:state|tell|dictated|mention)$/.test(act) && !condition
    ? sentence
        .replace(
          /^You should (?:also |please )?(?!be\b|have\b|know\b|get\b|not\b|receive\b|see\b|expect\b)(\p{Ll}.*)$/su,
          (_, deed: string) =>
            asSentence(
              `please ${withObject(deed.replace(/^(bring|take|show|have) (?=(?:insurance|ID|identity|health|membership|passport|driving|laptop|badge|ticket|key)\b)/, "$1 your "))}`,
            ),
        )
        .replace(/^You (?:should not|shouldn['’]t) (?!have\b|be\b)(?=\p{Ll})/u, "Please do not ")
    : sentence;

const lowerStart = (text: string) =>
  /^(?:I|I['’]\p{L}+)\b/u.test(text)
    ? text
    : /^(?:Could|Can|Please|Would|We|You|Unfortunately|This|Thank|If|When|It|The|Our|My|Your|Welcome|Congratulations|Does|Shall|How|There)\b/.test(
          text,
        )
      ? text.charAt(0).toLowerCase() + text.slice(1)
      : lowerFirst(text);

function sentenceOf(clause: SpokenClause, voice: Voice): { sentence?: string; reason?: string | undefined } {
  const { act, form } = clause;
  const { content, reason } = isSplit(clause)
    ? splitReason(clause.content, act === "instruct" || (act === "request" && form === "to"))
    : { content: clause.content, reason: undefined };
  if (act === "dictated") return { sentence: asSentence(toldBack(withSubject(asDictated(content)), voice.isPlural)) };
  // "pay by 5 March or we stop deliveries" is a demand.
  const [, demand, threat] =
    act === "instruct" || act === "request"
      ? (/^(?:please )?(.{4,}?),? (?:or|otherwise|or else) ((?:we|I|no) .+)$/isu.exec(content) ?? [])
      : [];
  if (demand && threat && form === "to")
    return {
      sentence: asSentence(
        `please ${demand}, otherwise ${threat.replace(/^no (?=\p{L})/iu, "there will be no ").replace(/^(we|I) (?=(?:stop|cancel|close|charge|file|terminate|pay|buy|order|go|take|hand|send|sell|leave|call|report|sue|claim|refuse|end|block)\b)/i, "$1 will ")}`,
      ),
    };
  if (act === "question") return { sentence: asSentence(content) };
  // "Your mother passed away" is never written: the reader knows of their own loss.
  if (act === "state" && ownLoss.test(content))
    return {
      sentence: asSentence(
        `${voice.isPlural ? "we were" : "I was"} very sorry to hear that ${lowerFirst(content.replace(/\b(?:has |have )?(passed away|died)\b/i, "$1"))}`,
      ),
    };
  if (act === "state" || ((act === "tell" || act === "mention" || act === "announce") && form === "that"))
    return { sentence: asSentence(toldBack(ownVoice(content, clause, voice), voice.isPlural)) };
  if (act === "fragment") return {};
  const [, question, answer] = act === "explain" ? (/^([^()]+)\(([^()]{8,})\)$/s.exec(content) ?? []) : [];
  if (question && answer) return { sentence: asSentence(`Here is ${withArticle(question.trim())}: ${answer}`) };
  if (act === "explain" && form === "whether" && /:\s+\S/.test(content))
    return { sentence: asSentence(`Here is ${content}`) };
  if (act === "explain" && form === "whether" && voice.hasNotes) return { sentence: `Here is ${content}:` };
  if (act === "explain")
    return {
      sentence:
        form === "that"
          ? asSentence(content)
          : `[${form === "whether" ? `Fill in: ${content}` : `Explain ${withArticle(content)}`}]`,
    };
  if (act === "tell" && form === "thing" && isUnsaid(content))
    return { sentence: voice.hasNotes ? `Here is ${content}:` : `[Fill in: ${content}]` };
  if (act === "tell" && form === "thing") return { sentence: asSentence(capitalize(content)) };
  if (act === "tell" && form === "none") return {};
  const direct =
    act === "ask" && form === "whether"
      ? /^(?:if|whether) you (?:could|can|would be able to|are able to) (.+)$/is.exec(content)?.[1]
      : undefined;
  if (direct)
    return {
      sentence: asSentence(
        `${voice.tone === "empathetic" ? "Would you be able to" : voice.tone === "concise" ? "Can you" : "Could you"} ${direct}?`,
      ),
      reason,
    };
  if (clause.isNote && act === "request" && /^ask for \p{Lu}\p{L}+$/u.test(clause.source))
    return { sentence: `Please ask for ${content}.` };
  // "reserve a row for them": what is done for the reader, the writer does.
  if (act === "intend" && /\bfor you\b/.test(content) && !clause.isDirect)
    return sentenceOf({ ...clause, act: "promise" }, voice);
  // "refund one night to his card": the writer does what the reader gets.
  if (
    act === "instruct" &&
    !clause.isDirect &&
    /^(?:refund|credit|transfer|pay|send|deliver|return|ship)\b.*\bto your (?:card|account|bank|address|room|door|office|house|flat|home)\b/i.test(
      content,
    )
  )
    return sentenceOf({ ...clause, act: "promise" }, voice);
  // "pick her up" after "tell Mia": the reader is the object, so the writer acts.
  if (act === "instruct" && /\byou\b/.test(content) && /\b(?:him|her|them)\b/i.test(clause.source)) {
    // "keep him warm for the garage job" tells the writer how to treat the reader.
    if (
      /^(?:keep|make|hold|push|get|stop|expect|let) you\b(?! (?:posted|informed|updated|know|on (?:file|our list|the list)|in mind))/i.test(
        content,
      )
    )
      return {};
    return sentenceOf({ ...clause, act: "promise", content }, voice);
  }
  // A preposition after "ask" shows that the reader was not read to the end.
  if (act === "ask" && form === "thing" && /^(?:from|with|at|in|on|to|of)\b/i.test(content)) return {};
  // "Final reminder to Baxter & Rowe" names the mail; what is due follows.
  if (act === "remind" && content === "" && voice.hasOthers)
    return { sentence: fill(`This is {my} ${rankOf(clause)} reminder.`.replace("  ", " "), { x: "", ...voice }) };
  if (act === "condole" && /^from \S/i.test(content))
    return { sentence: asSentence(`Please accept the sincere condolences of ${content.slice(5)}`) };
  // "recommend Schuster Partners": somebody with a name is recommended, not suggested.
  if (act === "propose" && form === "thing" && /^recommend\b/i.test(clause.source))
    return { sentence: fill("{I} recommend {x}.", { x: withArticleUnlessNamed(content), ...voice }), reason };
  const key = keyFor(clause, content);
  const templates = actSentences[key];
  if (!templates) return {};
  const x = fitted(key, /^(?:thank|congratulate|apologize)\./.test(key) ? inBrackets(content) : content);
  if (x === "" && !key.endsWith(".none")) return {};
  const wordings = templates[voice.tone] ?? templates.plain;
  const line = voice.pick(wordings);
  const rank = act === "remind" ? rankOf(clause) : "";
  if (key === "remind.about" && rank)
    return {
      sentence: fill(`This is {my} ${rank} reminder about {x}.`, { x: withWhich(x), ...voice }),
      reason,
    };
  return { sentence: fill(line, { x: key === "remind.about" ? withWhich(x) : x, ...voice }), reason };
}

const withArticleUnlessNamed = (content: string) => (/^\p{Lu}/u.test(content) ? content : withArticle(content));

/** "final" of "Final reminder to Baxter & Rowe". */
const rankOf = ({ source }: SpokenClause) =>
  /^(?:\p{L}+ )?(final|last|second|third)\b.{0,20}\breminder/iu.exec(source)?.[1]?.toLowerCase() ?? "";

/** "invoice 77 still unpaid" → "invoice 77, which is still unpaid". */
const withWhich = (x: string) =>
  x.replace(
    /,? (still |not yet )?(unpaid|open|outstanding|overdue|not paid)(?= (?:after|since|despite|for|by)\b|[,.]|$)/i,
    ", which is $1$2",
  );

const ownLoss =
  /^your (?:late )?(?:(?:grand)?(?:father|mother|son|daughter|parents)|husband|wife|brother|sister|uncle|aunt|partner|dad|mum|mom|child|baby|dog|cat|friend)(?: \p{Lu}\p{Ll}+)? (?:has |have )?(?:passed away|died)\b/iu;

/** "the clean-up, 46 people" → "the clean-up (46 people)". */
function inBrackets(content: string): string {
  const [first = "", ...rest] = content.split(/,\s+/);
  return rest.length === 0 ||
    rest.some((piece) => /^(?:and|or|especially|which|who)\b/i.test(piece)) ||
    /\b(?:and|or)\b/.test(rest.at(-1) ?? "") ||
    /\(/.test(content)
    ? content
    : `${first} (${rest.join(", ")})`;
}

/** A request reads best if its reason is a sentence of its own. */
const isSplit = ({ act, form }: SpokenClause) =>
  (act === "request" ||
    act === "ask" ||
    act === "instruct" ||
    act === "decline" ||
    act === "remind" ||
    act === "cancel" ||
    act === "apologize" ||
    act === "thank" ||
    act === "invite" ||
    act === "follow-up" ||
    act === "propose") &&
  form !== "that";

function splitReason(content: string, isAction = false): { content: string; reason?: string } {
  // "bring your badge, no access without it": the note after the action is a sentence of its own.
  const [action = "", ...notes] = isAction ? content.split(/,\s+(?!\d{4}\b)/) : [];
  if (
    notes.length > 0 &&
    !/\(|:/.test(action) &&
    // "send me the figures, split by ticket type": a participle belongs to the object.
    !notes.some((note) => participle.test(note)) &&
    !notes.some((note) => /^(?:and|or|but|not|then|which|who|so|because|since|as|if|unless|when|to)\b/i.test(note)) &&
    !/\s(?:and|or)\s/.test(notes.at(-1) ?? "")
  )
    return { content: action, reason: notes.join(", ") };
  const match =
    /^(.{6,}?),?\s+(?:because|since|as(?! (?:it|they|she|he|you) (?:is|are|was|were)\b))\s+((?:I|we|you|he|she|they|it|the|our|my|your|there|this|that)\b.+)$/is.exec(
      content,
    );
  if (match?.[1] && match[2] && finiteVerb(wordsIn(match[2])) >= 0) return { content: match[1], reason: match[2] };
  return { content };
}

const participle =
  /^(?:(?:all|each|both|preferably|ideally) )?(?:split|sorted|grouped|listed|broken down|divided|arranged|signed|stamped|dated|printed|translated|addressed|sealed|packed|marked|labell?ed|filled|completed|updated|corrected|certified|scanned|including|excluding|with|without|by|before|until|in|on|at|from|for) /i;

/** A subject that the notes left out was read as "I"; a writer who speaks as "we" gets "we". */
function ownVoice(content: string, { source }: SpokenClause, { isPlural }: Voice): string {
  const whole = withSubject(content).replace(
    /^((?:I|We) (?:need|would like)) (\p{Ll}+(?:$|\s(?!to\b|you\b).*))/u,
    (_, verb: string, thing: string) =>
      `${verb} ${/^(?:you|to|it|them|this|that|half|both|all|some|more|my|our)\b/.test(thing) ? thing : indefinite(thing)}`,
  );
  if (!isPlural || !/^I\s/.test(whole) || /^I\b/i.test(source)) return whole;
  return whole.replace(/^I am\b/, "We are").replace(/^I\b/, "We");
}

/** "heating is broken" → "the heating is broken": a bare singular noun before its verb needs an article. */
function withSubject(text: string): string {
  const tokens = wordsIn(text);
  let at = 0;
  while (
    tokens[at] &&
    (tokens[at]?.pos === "NOUN" || tokens[at]?.pos === "ADJ") &&
    /^\p{Ll}/u.test(tokens[at]?.text ?? "")
  )
    at++;
  // "trip to the aquarium is on Monday"
  if (at > 0 && tokens[at]?.pos === "ADP") {
    let end = at + 1;
    while (/^(?:DET|NOUN|PROPN|NUM|ADJ)$/.test(tokens[end]?.pos ?? "") && end < at + 5) end++;
    if (end > at + 1 && isVerbal(tokens[end])) at = end;
  }
  const noun = textOf(text, tokens, 0, at);
  if (
    at === 0 ||
    !isVerbal(tokens[at]) ||
    !(
      isPast(tokens[at], tokens[at + 1]) ||
      /^(?:is|was|has|will|can|could|should|must|would|needs|isn't|wasn't|won't|follows|arrives|comes|starts|begins|ends|costs|takes|closes|opens|lasts|leaves|did|didn't|had|hadn't|were|are)$/i.test(
        tokens[at]?.text ?? "",
      )
    )
  )
    return text;
  if (
    /^(?:mum|mom|dad|mother|father|grandma|grandpa|granny|everything|everyone|something|someone|nothing|nobody|one|today|tomorrow|yesterday|late|most|many|few)\b/i.test(
      noun,
    )
  )
    return text;
  return `${withArticle(noun)}${text.slice(noun.length)}`;
}

/** "role went", "apprentice drilled": a verb in the past. */
const isPast = (
  token: ReturnType<typeof wordsIn>[number] | undefined,
  next: ReturnType<typeof wordsIn>[number] | undefined,
) =>
  token?.pos === "VERB" &&
  // "offer written statement" is a phrase.
  (next === undefined || !/^(?:NOUN|PROPN|ADJ|VERB)$/.test(next.pos)) &&
  token.text !== token.lemma &&
  !/(?:s|ing)$|^(?:moved|postponed|cancelled|delayed|closed|booked|confirmed)$/.test(token.text);
