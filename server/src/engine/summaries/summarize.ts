import { namesOf } from "../actions/people.ts";
import { readMail } from "../mail/clean-mail.ts";
import { capitalize } from "../text/words.ts";
import type { KeyPoint, ThreadMessage } from "../types.ts";
import { isDependent, isPleasantry, overturns } from "./importance.ts";
import { type RankedSentence, rankSentences, shortThread } from "./rank.ts";
import { isSideRemark } from "./side-remarks.ts";
import { standingOf } from "./standing.ts";

// A third of a long thread, and never more than a reader takes in at a glance.
const shareKept = 0.4;
const fewest = 3;
const most = 10;
// A point of this importance is kept beyond that share: a decision with its date, a request with its deadline.
const telling = 0.6;
// A short mail has little to leave out.
const mostOfShort = 8;
const enough = 7;
// "Please forget what I wrote on Sunday" announces the sentences after it.
const mostOfAnnouncing = 8;
// A fragment, or a line that announces something, without a figure.
const empty = -1;
const mostOfEarlier = 3;

/** The most important sentences of the thread, in its order. Each can be read alone. */
export function keyPointsOf(thread: ThreadMessage[]): KeyPoint[] {
  const ranked = rankSentences(thread);
  if (ranked.length === 0) return nothingToSay(thread);
  const senders = thread.map(({ from }) => from.toLowerCase());
  const chosen = chooseSentences(ranked, senders).sort((a, b) => a.message - b.message || a.position - b.position);
  return withAntecedents(chosen, ranked)
    .map((sentence) => pointOf(sentence, thread))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Chooses by score, without sentences that repeat a chosen one or that a later one replaces. */
export function chooseSentences(ranked: RankedSentence[], senders: string[] = []): RankedSentence[] {
  const said = ranked.filter(
    (sentence) =>
      !isButton(sentence.text) && !isPleasantry(sentence.text) && !isAddress(sentence.text) && !isFooter(sentence),
  );
  // "Sorry all, scrap that" has done its work.
  const candidates = standingOf(said.length > 0 ? said : ranked, senders).filter(
    ({ text }) => !(overturns(text) && text.split(/\s+/).length <= mostOfAnnouncing),
  );
  const telltale = candidates.filter(({ text }) => !isSideRemark(text));
  const points = telltale.length > 0 ? telltale : candidates;
  if ((ranked.at(-1)?.message ?? 0) < shortThread) return chooseOfShort(points, ranked.at(-1)?.message ?? 0);
  const wanted = Math.min(most, Math.max(fewest, Math.round(points.length * shareKept)));
  return take(points, wanted, newestOf(points));
}

/** Of a short thread nearly everything in the last message, and what stands of the earlier ones. */
function chooseOfShort(points: RankedSentence[], last: number): RankedSentence[] {
  const full = points.filter(({ text, importance }) => importance > empty || isShortQuestion(text));
  const newest = (full.length > 0 ? full : points).filter(({ message }) => message === last);
  const heavy = newest.filter(({ importance }) => importance > 0);
  const others = newest.filter(({ importance }) => importance <= 0);
  const chosen = take(others, enough, take(heavy, mostOfShort, []));
  const earlier = full.filter(
    ({ message, importance }) => message !== last && (importance >= telling || newest.length === 0),
  );
  const room = Math.min(mostOfShort - chosen.length, mostOfEarlier);
  return take(earlier, chosen.length + Math.max(room, chosen.length < fewest ? fewest : 1), chosen);
}

/** "¿Cuál preferís?" says what the sentences before it are about, and waits for an answer. */
const isShortQuestion = (text: string) => /[?？]\s*$/.test(text) && text.split(/\s+/).length >= 2;

/** The best sentences up to a number, without repetitions. */
function take(from: RankedSentence[], wanted: number, chosen: RankedSentence[]): RankedSentence[] {
  const taken = [...chosen];
  for (const sentence of [...from].sort((a, b) => b.score - a.score)) {
    if (taken.length >= wanted) break;
    if (!taken.includes(sentence) && !taken.some((other) => overlap(other.stems, sentence.stems) > 0.7))
      taken.push(sentence);
  }
  return taken;
}

/** The decisions and requests of the last mail of a longer thread. */
function newestOf(candidates: RankedSentence[]): RankedSentence[] {
  const last = candidates.at(-1)?.message;
  return candidates
    .filter(({ message, importance }) => message === last && importance >= telling)
    .sort((a, b) => b.importance - a.importance)
    .slice(0, mostOfLast);
}
const mostOfLast = 5;

/** "Shift leads," above the text is its address, not a point. */
const isAddress = (text: string) => /^[^.!?:]{1,30},$/.test(text.trim()) && text.trim().split(/\s+/).length <= 4;

/** The writer's name below the text, and lines that a program adds: how to unsubscribe, not to reply. */
const isFooter = ({ text, position, count }: RankedSentence) =>
  (position > 0 && position === count - 1 && nameLine.test(text.trim())) || programLine.test(text);
const nameLine = /^(?:x+\s+)?\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3}(?:,\s[\p{L} ]{3,30})?$/u;
const programLine =
  /\bunsubscribe\b|\bmanage (?:your )?(?:subscription|preferences)\b|\bview in browser\b|\bnewsletter abbestellen\b|\bse désabonner\b|\bdésinscri|\bdar(?:se|te|le)? de baja de\b|\bcancelar (?:l?a )?(?:subscrição|suscripción|assinatura)\b|^\W*(?:please )?do not reply\b|^(?:exmo|exma)s?\.$/iu;

const longestPair = 260;

/** Joins "It should arrive by Saturday." with the sentence before it, which says what "it" is. */
function withAntecedents(chosen: RankedSentence[], ranked: RankedSentence[]): RankedSentence[] {
  const joined: RankedSentence[] = [];
  for (const sentence of chosen) {
    const last = joined.at(-1);
    const isNext = last?.message === sentence.message && last.position === sentence.position - 1;
    const before = isNext
      ? last
      : ranked.find(({ message, position }) => message === sentence.message && position === sentence.position - 1);
    const isJoinable =
      (isDependent(sentence.text) || (isShortQuestion(sentence.text) && sentence.text.split(/\s+/).length <= 3)) &&
      before &&
      !isPleasantry(before.text) &&
      before.text.length + sentence.text.length <= longestPair;
    if (!isJoinable) joined.push(sentence);
    else if (isNext && last) joined[joined.length - 1] = { ...sentence, text: `${ended(last.text)} ${sentence.text}` };
    else joined.push({ ...sentence, text: `${ended(before.text)} ${sentence.text}` });
  }
  return joined;
}

const ended = (text: string) => (/[.!?…:;)]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** The point without what only addresses its reader. In a thread of several people, "I" and "we" get their speaker. */
function pointOf({ text, message, speaker }: RankedSentence, thread: ThreadMessage[]): KeyPoint {
  const { from = "", to = "" } = thread[message] ?? {};
  const point = tidy(
    text.replace(/^(\p{Lu}[\p{L}'’-]+)(?:,|\s[–—-])\s+/u, (all, name: string) =>
      // "Lief, can you sort the hotel?" in a mail to two readers says whose it is.
      isReader(name, to) && namesOf(to).length === 1 ? "" : all,
    ),
  );
  const isOwn = /\b(?:I|I'm|I'll|I've|I'd|my|[Ww]e|[Oo]ur|me|us)\b/.test(point);
  const isOfSeveral = speaker !== undefined || thread.some((other) => other.from.toLowerCase() !== from.toLowerCase());
  const name = namesOf(speaker ?? from)[0]?.split(/\s+/)[0] ?? "";
  return { text: isOwn && isOfSeveral && name && !name.includes("@") ? `${name}: ${point}` : point, source: message };
}

const isReader = (name: string, to: string) =>
  /^(?:guys|all|team|everyone|everybody|folks|hi|hello|hey)$/i.test(name) ||
  namesOf(to).some((reader) => reader.toLowerCase().split(/\s+/).includes(name.toLowerCase()));

function overlap(a: string[], b: string[]): number {
  const [small, large] = a.length < b.length ? [a, new Set(b)] : [b, new Set(a)];
  // Two sentences of one or two content words may be alike by chance.
  if (small.length < 3)
    return small.length > 0 && small.length === large.size && small.every((stemmed) => large.has(stemmed)) ? 1 : 0;
  return small.filter((stemmed) => large.has(stemmed)).length / small.length;
}

/** The label of a button ("Open document", "[View invoice]", "Join meeting") is not a key point. */
const isButton = (text: string) =>
  /^\W*(?:open|view|join|pay|confirm|verify|add|see|read|download|accept|decline|reply|track|manage|get|start|sign|log|shop|learn|click|go|check|book|review|update|reset|unsubscribe|buy|try|visit|register|share|edit|approve|watch|activate|continue|subscribe|install|upgrade|renew|claim|rate|explore|discover|show)(?:\s+\p{L}+){1,3}\s*[\])>»›→]*$/iu.test(
    text,
  ) && !/\p{L}day\b|\btomorrow\b/iu.test(text);

const longestPoint = 360;

function tidy(sentence: string): string {
  const text = sentence
    .replace(/^(?:[-*•·–—+]+|\(?\d{1,2}[.)])\s+/, "")
    .replace(
      /^(?:hi|hey|hello|dear|good (?:morning|afternoon))\s+[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]*)?\s*[,!:–—-]+\s*/iu,
      "",
    )
    .replace(
      /^(?:hallo|guten (?:morgen|tag|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|ch(?:er|ère)s?|hola|buen[oa]s (?:días|tardes|noches)|estimad[oa]s?|querid[oa]s?|olá|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?|exm[oa]s?\.?|namaste|नमस्ते|प्रिय|आदरणीय|महोदय|श्रीमान)(?![\p{L}\p{M}])[^,:!?.]{0,40}[,:!]\s*(?=\S+\s+\S)/iu,
      "",
    )
    .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const short = text.replace(introduction, "");
  const plain = short.split(/\s+/).length >= 3 ? short : text;
  return capitalize(plain.length > longestPoint ? `${plain.slice(0, longestPoint).replace(/\s+\S*$/, "")}…` : plain);
}

/** Words that only say that something follows. */
const introduction =
  /^(?:[^:?]{0,40}(?<!\p{L})(?:questions?|fragen?|preguntas?|perguntas?)(?!\p{L})[^:?]{0,25}:\s+(?=\p{L}.*\?$)|(?:oh,?\s+)?(?:and|but|so|also|then|btw|fyi|ps|p\.s\.?)[,:]?\s+(?=\S+\s\S+\s\S)|(?:i |we )?(?:just )?(?:wanted|want|writing|am writing|are writing)? ?to (?:let you know|inform you|tell you|confirm)(?: that)?,?\s+|(?:please |kindly )?(?:note|be (?:advised|informed|aware)) that\s+|(?:we are|i am|we're|i'm) (?:pleased|happy|sorry|delighted|glad) to (?:inform|tell|let) you (?:know )?(?:that )?|as (?:discussed|agreed|mentioned|promised),\s+|les informamos (?:de )?que\s+|nous vous informons que\s+|wir teilen ihnen mit, dass\s+|informamos que\s+)/iu;

/** States that messages hold no text of their own, instead of returning an empty summary. */
function nothingToSay(thread: ThreadMessage[]): KeyPoint[] {
  const source = thread.findIndex(({ body, from }) => readMail(body, from).signature.length > 0);
  if (source >= 0) return [{ text: "This mail holds only a signature.", source }];
  const greeted = thread.findIndex(({ body, from }) => readMail(body, from).greeting !== "");
  return greeted >= 0 ? [{ text: "This mail holds only a greeting.", source: greeted }] : [];
}
