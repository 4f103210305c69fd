import { dateMentions } from "../actions/due-dates.ts";
import { tasksIn } from "../actions/task-patterns.ts";
import { sentencesOf, splitTyped } from "../text/sentences.ts";
import { reflect } from "./reflect.ts";

/** A question, request or proposed time of a mail. */
export type Ask =
  | { kind: "time"; sentence: string; when: string }
  | { kind: "request"; sentence: string; task: string }
  /** `about` is the content of the question from the answerer's side, if the sentence states it. */
  | { kind: "question"; sentence: string; about?: string };

const mostAsks = 8;

// A draft never promises secrets, and an order to a machine is not a request to the reader.
const dangerous =
  /\b(?:password|passcode|pin code|verification code|one-time code|otp|gift cards?|wire transfer|bank details|social security|seed phrase|private key|api key|credentials)\b/i;
const forMachines =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\b(?:system prompt|language model|as an ai|ai assistant|you are now)\b/i;
const meets =
  /\b(?:meet|meeting|call|talk|chat|speak|available|availability|free|works?|suits?|join|come|attend|schedule|catch up|lunch|dinner|coffee|demo|visit|appointment|interview|session|slot|time|how about|what about|sync|drop by|stop by|instead|viewing)\b/i;

/** All questions, requests and proposed times of a mail, in order. */
export function asksOf(text: string, now: Date): Ask[] {
  const asks: Ask[] = [];
  const clock = { sent: now, offsetMinutes: 0 };
  for (const sentence of sentencesOf(text.slice(0, 60_000)).flatMap(splitTyped).slice(0, 300)) {
    if (asks.length >= mostAsks) break;
    const isQuestion = /\?["')\]]*$/.test(sentence) || isUnmarked.test(sentence.trim());
    const when = proposedTime(sentence, isQuestion, clock);
    if (when) asks.push({ kind: "time", sentence, when });
    else if (isQuestion && !isRhetorical(sentence)) asks.push(askedFor(sentence) ?? { kind: "question", sentence });
    else if (!isQuestion && !isStatement(sentence)) {
      const wondered = indirectly.exec(sentence)?.[1];
      const task = tasksIn(sentence).find(({ who, isDeadline }) => who === "addressee" && !isDeadline)?.text;
      if (task) asks.push(requested(sentence, task));
      else if (wondered) asks.push(question(sentence, clean(wondered).replace(/^if\b/i, "whether")));
    }
  }
  return asks.filter((ask) => ask.kind !== "request" || !isAnsweredByReply.test(ask.task));
}

const indirectly =
  /\b(?:checking|wondering|wanted to (?:ask|know|check)|(?:would |'d )?like to (?:know|ask)|curious)(?: about)? ((?:if|whether|when|what|how|who|where|which|why)\b.+)$/i;

/** Removes sentences that give orders to a machine, so that no reply answers them. */
export const withoutMachineOrders = (text: string) =>
  forMachines.test(text)
    ? sentencesOf(text)
        .filter((sentence) => !forMachines.test(sentence))
        .join("\n")
    : text;

// A reply already fulfils these requests.
const isAnsweredByReply =
  /^(?:rsvp|reply|respond|get back to (?:me|us)|answer|let (?:me|us) know(?: (?:by|before|as soon|soon|asap|today|tomorrow|your answer).*)?$|confirm(?: (?:receipt|by|your attendance|attendance|asap).*)?$)/i;
const asksToTell =
  /^(?:please\s+)?(?:(?:let|tell|advise|inform|give|send|email) (?:me|us)(?: know)?|confirm|clarify|specify|indicate)\s+((?:about\s+)?(?:if|whether|when|what|how|who|where|which|why|your (?:thoughts|availability|opinion|preference|preferred|views?|answer|decision|feedback|choice|plans?))\b.*)$/i;
const asksForData =
  /^(?:confirm|provide|share|(?:send|give|tell|email)(?: (?:me|us))?|submit)\s+(your (?:\p{L}+ ){0,4}(?:address|number|name|id|details|birthday|date of birth|preference|size|availability|account|iban|vat)\b.*)$/iu;

/** "Let me know when you arrive" is a question; "send me the file" is a request for an action. */
function requested(sentence: string, task: string): Ask {
  const told = (asksToTell.exec(clean(task)) ?? (dangerous.test(task) ? null : asksForData.exec(clean(task))))?.[1];
  const about = told
    ?.replace(/^about\s+/i, "")
    .replace(/^if\b/i, "whether")
    .replace(/\s+(?:so that|so we|in order)\b.*$|\s+or\s+\p{Ll}+\s+(?:me|my|us|our)\b.*$/iu, "");
  if (about) return question(sentence, about.replace(/\s+(?:by|before)\s+\S+(?:\s+\S+)?$/i, ""));
  if (dangerous.test(task)) return { kind: "question", sentence };
  return { kind: "request", sentence, task: clean(task) };
}

function question(sentence: string, theirs: string): Ask {
  const about = reflect(theirs);
  return { kind: "question", sentence, ...(about && { about }) };
}

function proposedTime(
  sentence: string,
  isQuestion: boolean,
  clock: { sent: Date; offsetMinutes: number },
): string | undefined {
  if (!meets.test(sentence)) return undefined;
  const proposes = isQuestion
    ? !/^(?:when|what time|how long|did|have you|could you (?:send|share|review|sign|confirm|provide)|can you (?:send|share|review|sign|confirm|provide))\b/i.test(
        sentence.trim(),
      )
    : /\b(?:let's|how about|what about|i (?:would )?suggest|i propose|we could|(?:we|i)(?:'d| would) (?:love|like) to (?:come|meet|visit|see|talk|join|drop)|are you (?:free|available)|would you be (?:free|available)|i am (?:free|available)|i'm (?:free|available)|shall we)\b/i.test(
        sentence,
      );
  if (!proposes || /\b(?:by|before|until)\s+(?:\S+\s+){0,2}\S*(?:day|eod|week|\d)/i.test(sentence)) return undefined;
  const mentions = dateMentions(sentence, clock).filter(({ text }) =>
    /\d|day|morrow|tonight|week|morning|afternoon|evening|noon/i.test(text),
  );
  const [first] = mentions;
  const last = mentions.at(-1);
  if (!first || !last) return undefined;
  return sentence
    .slice(first.index, last.index + last.text.length)
    .replace(/^(?:on|at|for|by)\s+/i, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** "Could you send me the file?" is a request in the form of a question. */
function askedFor(sentence: string): Ask | undefined {
  if (/^(?:\S+\s+)?(?:what|when|where|who|which|why|how)\b/i.test(sentence.trim())) return undefined;
  const found = tasksIn(sentence).find(({ who }) => who === "addressee" || who === "named");
  if (!found || /\b(?:can|could|shall|should) (?:we|i)\b/i.test(sentence)) return undefined;
  return requested(sentence, found.text);
}

const clean = (task: string) =>
  task
    .replace(/\s+/g, " ")
    .replace(/[\s.!?,;:]+$/, "")
    .replace(/,?\s*please$/i, "");
// Hurried questions lack the question mark: "also whats the word limit".
const isUnmarked =
  /^(?:also |and |so )?(?:what'?s|what is|when is|when can|where is|who is|how much|how many|how do|is there|are there|do you|can you|could you)\b[^.!]{3,80}$/i;
const isStatement = (sentence: string) => /^(?:reminder|fyi|note)\b/i.test(sentence) && !/please/i.test(sentence);
const isRhetorical = (sentence: string) =>
  /^(?:how are you|how's it going|hope you|how have you been|how is everything|right|ok|okay|isn't it|who knows|guess what|did you know)\b/i.test(
    sentence.trim(),
  ) || sentence.trim().length < 5;
