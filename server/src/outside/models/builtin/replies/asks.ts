import { dateMentions } from "#outside/models/builtin/actions/due-dates.ts";
import { tasksIn } from "#outside/models/builtin/actions/task-patterns.ts";
import { sentencesOf } from "#outside/models/builtin/text/sentences.ts";

/** One thing a mail wants from its reader. */
export type Ask =
  | { kind: "time"; sentence: string; when: string }
  | { kind: "request"; sentence: string; task: string }
  | { kind: "question"; sentence: string };

const mostAsks = 8;

// Secrets are never promised by a machine, and text that gives orders to one is not a request to the reader.
const dangerous =
  /\b(?:password|passcode|pin code|verification code|one-time code|otp|gift cards?|wire transfer|bank details|social security|seed phrase|private key|api key|credentials)\b/i;
const forMachines =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\b(?:system prompt|language model|as an ai|ai assistant|you are now)\b/i;
const meets =
  /\b(?:meet|meeting|call|talk|chat|speak|available|availability|free|works?|suits?|join|come|attend|schedule|catch up|lunch|dinner|coffee|demo|visit|appointment|interview|session|slot|time|how about|what about|sync|drop by|stop by)\b/i;

/** Everything a mail asks, proposes or requests, in its order. */
export function asksOf(text: string, now: Date): Ask[] {
  const asks: Ask[] = [];
  const clock = { sent: now, offsetMinutes: 0 };
  for (const sentence of sentencesOf(text.slice(0, 60_000)).slice(0, 300)) {
    if (asks.length >= mostAsks) break;
    if (forMachines.test(sentence)) continue;
    const isQuestion = /\?["')\]]*$/.test(sentence);
    const when = proposedTime(sentence, isQuestion, clock);
    if (when) asks.push({ kind: "time", sentence, when });
    else if (isQuestion && !isRhetorical(sentence)) asks.push(askedFor(sentence) ?? { kind: "question", sentence });
    else if (!isQuestion) {
      const task = tasksIn(sentence).find(({ who }) => who === "addressee")?.text;
      if (task && !isStatement(sentence)) asks.push({ kind: "request", sentence, task: clean(task) });
    }
  }
  return asks.filter((ask) => ask.kind !== "request" || !dangerous.test(ask.task));
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
    : /\b(?:let's|how about|what about|i (?:would )?suggest|i propose|we could|are you (?:free|available)|would you be (?:free|available)|i am (?:free|available)|i'm (?:free|available)|shall we)\b/i.test(
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
  const found = tasksIn(sentence).find(({ who }) => who === "addressee" || who === "named");
  if (!found || /\b(?:can|could|shall|should) (?:we|i)\b/i.test(sentence)) return undefined;
  if (
    /^(?:tell|let|explain|give|advise|clarify|say|remind|confirm|show|share)\s+(?:me|us)\s+(?:know\s+)?(?:if|whether|when|what|how|who|where|which|why)\b|^(?:confirm|clarify|explain|tell|advise)\s+(?:if|whether|when|what|how|who|where|which|why)\b/i.test(
      found.text,
    )
  )
    return undefined;
  return { kind: "request", sentence, task: clean(found.text) };
}

const clean = (task: string) =>
  task
    .replace(/\s+/g, " ")
    .replace(/[\s.!?,;:]+$/, "")
    .replace(/,?\s*please$/i, "");
const isStatement = (sentence: string) => /^(?:reminder|fyi|note)\b/i.test(sentence) && !/please/i.test(sentence);
const isRhetorical = (sentence: string) =>
  /^(?:how are you|how's it going|hope you|how have you been|how is everything|right|ok|okay|isn't it|who knows|guess what|did you know)\b/i.test(
    sentence.trim(),
  ) || sentence.trim().length < 5;
