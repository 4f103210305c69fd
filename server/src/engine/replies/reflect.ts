/**
 * Swaps the pronouns for the answer: "send me your figures" → "send you my figures". Undefined if it is unclear whether a
 * "you" becomes "I" or "me"; such text is quoted instead.
 */
export function reflect(text: string): string | undefined {
  const words = text.split(/(\s+|[,;:.!?()"“”])/);
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const lower = word.toLowerCase().replace(/’/g, "'");
    // "the food we talked about": both talked.
    const isShared =
      lower === "we" && /^(?:talked|spoke|discussed)$/i.test(words[i + 2] ?? "") && !/^with$/i.test(words[i + 4] ?? "");
    const plain = isShared ? undefined : swaps[lower];
    if (plain !== undefined) out.push(keepCase(word, plain));
    else if (lower === "you" && isShare(words, i)) out.push("us");
    else if (lower === "you") {
      const role = roleOf(words, i);
      if (role === undefined) return undefined;
      out.push(role);
    } else out.push(word);
  }
  return out
    .join("")
    .replace(/\bI (are|were)\b/g, (_, verb: string) => (verb === "are" ? "I am" : "I was"))
    .replace(/\b(am|was|has) you\b/gi, (_, verb: string) => `${verb === "has" ? "have" : "are"} you`)
    .replace(/\byou (am|was)\b/gi, (_, verb: string) => `you ${verb === "am" ? "are" : "were"}`)
    .replace(/\bare I\b/g, "am I");
}

/** "how many of you", "both of you": the answerer is one of several. */
const isShare = (words: string[], at: number) => {
  const [many = "", of = ""] = words
    .slice(0, at)
    .filter((word) => word.trim())
    .slice(-2);
  return /^of$/i.test(of) && /^(?:many|both|all|each|any|none|one|two|three|some|several|most)$/i.test(many);
};

const swaps: Record<string, string> = {
  i: "you",
  me: "you",
  my: "your",
  mine: "yours",
  myself: "yourself",
  we: "you",
  us: "you",
  our: "your",
  ours: "yours",
  ourselves: "yourselves",
  your: "my",
  yours: "mine",
  yourself: "myself",
  yourselves: "myself",
  "i'm": "you're",
  "i've": "you've",
  "i'll": "you'll",
  "i'd": "you'd",
  "we're": "you're",
  "we've": "you've",
  "we'll": "you'll",
  "we'd": "you'd",
  "you're": "I'm",
  "you've": "I've",
  "you'll": "I'll",
  "you'd": "I'd",
};

const keepCase = (from: string, to: string) =>
  /^\p{Lu}/u.test(from) && from !== "I" && !from.startsWith("I'") ? to.charAt(0).toUpperCase() + to.slice(1) : to;

const takesObject =
  /^(?:to|for|with|from|by|about|of|at|on|send|give|tell|ask|let|help|call|see|meet|show|thank|remind|invite|want|need|like|wish|email|contact|reach|and)$/;
const followsSubject =
  /^(?:are|were|have|had|can|could|will|would|should|shall|may|might|must|do|did|need|want|like|think|know|prefer|plan|expect|agree|sent|made|wrote|said|told|gave|got|find|found|feel|hope|use|receive|also|still|already|ever|not|n't|don't|can't|won't|didn't|\p{L}+ed)$/u;
const beginsClause =
  /^(?:|if|whether|that|when|what|how|who|whom|where|which|why|because|as|since|while|until|unless|once|than|before|after|or|but|so|are|were|have|had|can|could|will|would|should|shall|may|might|do|did|[,;:.!?("“])$/;

/** "you" is an object after a preposition or a transitive verb and at the end of a clause, a subject at the beginning of one. */
function roleOf(words: string[], at: number): "I" | "me" | undefined {
  const near = (some: string[], from: number) =>
    (some.filter((word) => word.trim()).at(from) ?? "").toLowerCase().replace(/\u2019/g, "'");
  const before = near(words.slice(0, at), -1);
  const after = near(words.slice(at + 1), 0);
  const isSubjectVerb = followsSubject.test(after);
  if (takesObject.test(before))
    return /^(?:are|were|have|can|could|will|would|should|do|did|need|want)$/.test(after) ? "I" : "me";
  if (after === "" || /^[.,;:!?]$/.test(after))
    return /^(?:if|that|when|or|can|could|would|will|do|are)$/.test(before) ? "I" : "me";
  return beginsClause.test(before) || isSubjectVerb ? "I" : undefined;
}
