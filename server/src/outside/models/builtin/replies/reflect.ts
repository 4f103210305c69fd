/** Turns the writer's words round for the answer: "send me your figures" → "send you my figures". */
export function reflect(text: string): string {
  const words = text.split(/(\s+|[,;:.!?()"“”])/);
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const lower = word.toLowerCase().replace(/’/g, "'");
    const plain = swaps[lower];
    if (plain !== undefined) out.push(keepCase(word, plain));
    else if (lower === "you") out.push(isObject(words, i) ? "me" : "I");
    else out.push(word);
  }
  return out
    .join("")
    .replace(/\bI (are|were)\b/g, (_, verb: string) => (verb === "are" ? "I am" : "I was"))
    .replace(/\b(am|was|has) you\b/gi, (_, verb: string) => `${verb === "has" ? "have" : "are"} you`)
    .replace(/\byou (am|was)\b/gi, (_, verb: string) => `you ${verb === "am" ? "are" : "were"}`)
    .replace(/\bare I\b/g, "am I");
}

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

/** "you" is an object after a preposition or a verb that takes one, and at the end of a clause. */
function isObject(words: string[], at: number): boolean {
  const before = (
    words
      .slice(0, at)
      .filter((word) => word.trim())
      .at(-1) ?? ""
  ).toLowerCase();
  const after = (
    words
      .slice(at + 1)
      .filter((word) => word.trim())
      .at(0) ?? ""
  ).toLowerCase();
  if (
    /^(?:to|for|with|from|by|about|of|at|on|send|give|tell|ask|let|help|call|see|meet|show|thank|remind|invite|want|need|like|wish|email|contact|reach|and)$/.test(
      before,
    )
  )
    return !/^(?:are|were|have|can|could|will|would|should|do|did|need|want)$/.test(after);
  return after === "" || /^[.,;:!?]$/.test(after)
    ? !/^(?:if|that|when|and|or|can|could|would|will|do|are)$/.test(before)
    : false;
}
