import { withoutStatement } from "../text/second-clause.ts";
import type { Ask } from "./ask.ts";
import { requestsIn } from "./ask-requests.ts";
import { isQuestionForm } from "./questions.ts";
import { reflect } from "./reflect.ts";
import { asksOnlyForReply } from "./request-kinds.ts";

const wh = "(?:if|whether|when|what|how|who|whom|where|which|why)";

/** "Please let me know by Monday whether you can come, and whether …"; the first group is the content. */
const indirect = new RegExp(
  `\\b(?:let (?:me|us) know|tell (?:me|us)|(?:(?:would|'d)(?: also| really| just)? (?:like|love)|(?:also |still |just )?want(?:ed)?|need|have|interested|curious) to (?:know|ask|check|understand|find out|hear(?: from you)?|learn)|(?:they|he|she|i|we|client|team|(?:the|my|our|his|her|their) (?:\\p{L}+ )?\\p{L}+) (?:also |then |just |has |have )*asked(?: me| us)?|(?:may|can|could|might) (?:i|we) (?:also |just )?ask|(?:i|we) (?:also |still |really )?(?:do not|don['’]t) know(?! (?:if|whether) (?:you (?:remember|know|knew|saw|heard|noticed|are aware|recall)|i|we)\\b)(?= (?:whether|if|when|where|how|what (?:has|needs|happens|will|to)|who)\\b)|\\p{L}+ (?:also )?(?:asks|is asking|wonders|would like to know|wants to know)(?: me| us)?|(?:am|are|was|were|'m|'re|just) (?:wondering|checking|curious)|curious|wonder(?:s|ed)?|and to know|advise|confirm|inform (?:me|us)|clarify|specify|indicate|check)\\b((?:\\s+(?!${wh}\\b)[^\\s,;:]+){0,5})[,:]?\\s+(${wh}\\b.+)$`,
  "iu",
);

/** The questions of a sentence, asked directly or indirectly. `isAnnounced`: a line above the list calls its items questions. */
export function questionsIn(text: string, isAnnounced: boolean): Ask[] {
  const isMarked = /\?["')\]]*$/.test(text);
  const known = /\b(?:need|want|like) to know (?:about|of) (.{3,120}?)[.!]?$/i.exec(text)?.[1];
  const helpful = helpsToKnow.exec(text)?.[1];
  if (known || helpful) return contentsOf(known ?? helpful ?? "").map((part) => question(text, part));
  const told = indirect.exec(text);
  if (told && !/\?["')\]]*$/.test(text.slice(0, told.index))) {
    const [, , content = ""] = told;
    const isPolite =
      /^if you (?:could|would) (?:please |also )?(?!make\b|come\b|attend\b|join\b|do it\b|like\b|be\b)\p{L}+ /iu.test(
        content,
      );
    if (!isPolite) {
      const before = text.slice(0, told.index).replace(/[\s,]*(?:and|then)?\s*(?:please)?\s*$/i, "");
      const parts = contentsOf(withoutStatement(content));
      return [
        ...requestsIn(before, text, isMarked),
        ...parts.map((part) => question(text, parts.length === 1 ? withCondition(part, before) : part)),
      ];
    }
  }
  if (/\b(?:tell|give) (?:me|us) (?:a (?:clear |simple )?)?(?:yes or (?:a )?no)\b/i.test(text))
    return [{ kind: "question", sentence: text, about: "whether I agree" }];
  const hoped = hopes.exec(text);
  if (hoped) return [question(text, `whether ${hoped[1] ?? hoped[2]}`)];
  if (!isMarked && !isAnnounced && !isUnmarked.test(text)) return [];
  return splitQuestions(text).flatMap((part) => {
    if (asksOnlyForReply(part)) return [];
    const requests =
      isWhQuestion.test(part) || /\b(?:can|could|shall|should|may) (?:we|i)\b/i.test(part)
        ? []
        : requestsIn(part.replace(/\?["')\]]*$/, ""), part, true);
    return requests.length > 0 ? requests : [{ kind: "question", sentence: part } satisfies Ask];
  });
}

const isWhQuestion = /(?:^(?:\S+\s+)?|,\s+)(?:what|when|where|who|which|why|how)\b/i;
// Hurried questions lack the question mark: "also whats the word limit".
const isUnmarked =
  /^(?:what'?s|what is|what are|when is|when can|where is|who is|who will|how much|how many|how do|how long|is there|are there|do you|does it|does the|did you|can you|could you|can i|can we|may i|should i|should we)\b[^.!]{3,120}$/i;

/** "It would help to know the insured value and who your courier is." */
const helpsToKnow =
  /\b(?:would|'d|will) (?:also |really )?(?:help|be (?:good|great|helpful|useful|nice))(?: (?:for )?(?:me|us))? (?:to (?:know|hear)|if we knew) (?!that\b)(.{3,160}?)[.!?]?$/i;

/** "If the chef has ten minutes, that would be perfect." */
const hopes =
  /^if (?!you (?:could|would|can)\b)(.{5,120}?),? (?:that|it)(?: would|'d) be (?:perfect|great|good|nice|helpful|ideal|wonderful|lovely)\b|\b(?:it )?(?:would|'d) be (?:perfect|great|good|nice|helpful|ideal|wonderful|lovely) if (?!you (?:could|would|can)\b)(.{5,120}?)[.!]?$/i;

/** "whether you can come, and whether you have a case" are two questions. */
const contentsOf = (content: string) =>
  content
    .split(new RegExp(`,?\\s+(?:and|or)\\s+(?:also\\s+)?(?=${wh}\\b)|,\\s+(?=${wh}\\b)`, "i"))
    .map((part) => part.replace(/[\s.!?,;]+$/, ""))
    .filter((part) => part.split(" ").length > 1);

const nextQuestion =
  /,?\s+(?:and|also)\s+(?=(?:(?:until|by|from|at|for) (?:what|when|which|how)|what|who|when|where|which|how|why|is|are|do|does|did|can|could|will|would|should|shall|may)\b(?!\s+(?:and|or)\b))|,\s+(?=(?:do|does|did|is|are|can|could|will|how|when|what|who)\s+(?:you|we|i|it|there|the|your|long|much|many|is|are)\b)/i;

/** "If you would like instalments, let me know how many": without its condition the question says little. */
function withCondition(content: string, before: string): string {
  const isBare =
    /^(?:which|when|where|who|how (?:many|much|long))(?: ones?)?(?:\s+(?:by|before|until)\s.*|\s*\([^)]*\))?$/i.test(
      content,
    );
  const condition = /^(?:but |and )?(if [^,]{5,80}),?$/i.exec(before.trim())?.[1];
  if (!isBare) return content;
  if (condition) return `${condition}, ${content}`;
  return content.replace(/^which(?: ones?)?(?:\s+(?:by|before|until)\s.*)?$/i, "which of these you prefer");
}

function splitQuestions(given: string): string[] {
  // "One thing is still open: who pays?" is not asked of the reader.
  if (
    /^[^:?]{0,60}\b(?:(?:still|remains?) (?:open|unclear)|undecided|unresolved|not (?:yet )?decided)\b[^:?]{0,20}:/i.test(
      given,
    )
  )
    return [];
  // "Two things I don't understand: do I have to come?" begins after its announcement.
  const text = given.replace(/^[^:?]{3,60}:\s+(?=(\p{L}.*)$)/u, (lead, asked: string) =>
    isQuestionForm(asked) ? "" : lead,
  );
  const [first = "", ...others] = text.split(nextQuestion);
  // "My doctor changed it, do you need the paper?": what comes before the question is told. A request keeps it, because it may
  // be what makes the request dangerous.
  const isRequest = others.some((part) => /^(?:can|could|will|would) (?:you|u)\b/i.test(part));
  const isTold = others.length > 0 && !isQuestionForm(first) && !/\?$/.test(first) && !isWhQuestion.test(first);
  const [second = "", ...later] = others;
  const told = isRequest ? [`${first}, ${second}`, ...later] : others;
  const parts = isTold ? told : [first, ...others];
  return parts.every((part) => part.split(/\s+/).length >= 3) && parts.slice(1).every((part) => isQuestionForm(part))
    ? parts.map((part) => (/\?$/.test(part) ? part : `${part.replace(/[\s.!,]+$/, "")}?`))
    : [text];
}

function question(sentence: string, theirs: string): Ask {
  const content = theirs
    .replace(/^if\b(?![^,]*,\s+(?:which|when|where|who|how)\b)/i, "whether")
    .replace(
      /,?\s+(?:so that|so we|so i|in order|because|since (?:i|we|the|it|that)|as (?:i|we|the|it|that))\b.*$|\s+or\s+\p{Ll}+\s+(?:me|my|us|our)\b.*$/iu,
      "",
    );
  const about = reflect(content.charAt(0).toLowerCase() + content.slice(1));
  return { kind: "question", sentence, ...(about && { about }) };
}
