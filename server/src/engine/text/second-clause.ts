import { type Token, tokensOf } from "./parts-of-speech.ts";

/**
 * Without a statement that follows a comma: "send a new one this week, the courier picks up until 4 pm". A noun with its own relative
 * clause ("the list, the plan we made and the keys") is no statement.
 */
export function withoutStatement(text: string): string {
  if (!text.includes(", ")) return text;
  const tokens = tokensOf(text.slice(0, 600));
  for (let i = 2; i < tokens.length - 2; i++)
    if (tokens[i]?.text === "," && isStatement(tokens, i + 1)) return text.slice(0, tokens[i]?.start).trimEnd();
  return text;
}

const opening = /^(?:as|so|but|and|only|just)$/i;
const auxiliary =
  /^(?:is|are|was|were|has|have|had|will|would|can|can't|cannot|won't|wo|ca|isn't|aren't|doesn't|don't|didn't|must|may|might|could|should|'ll)$/i;
const particle = /^(?:up|out|in|off|down|on|away|over|back)$/i;
const longestSubject = 7;

/** Whether a text is a statement and not a thing: "samples S-07 and S-08 carry the same barcode". */
export function isStatementOf(text: string): boolean {
  const tokens = tokensOf(text.slice(0, 300));
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token || /^(?:SCONJ|PRON)$/.test(token.pos) || /^(?:that|which|who|,|:|;|\()$/i.test(token.text)) return false;
    if (isFiniteVerb(tokens, i)) return true;
  }
  return false;
}

/** Whether a clause with its own subject and a finite verb begins here. */
function isStatement(tokens: Token[], from: number): boolean {
  const isOpened = opening.test(tokens[from]?.text ?? "");
  const at = isOpened ? from + 1 : from;
  // Without an article a noun may be one more object: "the keys, drawings and plans".
  if (!beginsSubject(tokens[at]) && !(isOpened && /^(?:NOUN|VERB|PRON)$/.test(tokens[at]?.pos ?? ""))) return false;
  for (let i = at + 1; i < Math.min(tokens.length, at + longestSubject); i++) {
    const token = tokens[i];
    if (!token || /^(?:PUNCT|SCONJ|CCONJ)$/.test(token.pos)) return false;
    if (isFiniteVerb(tokens, i)) return true;
    // "the plan we made", "the two that broke"
    if (token.pos === "PRON" && !/^(?:your|our|my|his|her|their|its|one)$/i.test(token.text)) return false;
    if (token.pos === "VERB" || token.pos === "PART") return false;
  }
  return false;
}

const beginsSubject = (token: Token | undefined) =>
  token !== undefined &&
  (token.pos === "DET" ||
    token.pos === "PROPN" ||
    /^(?:my|our|your|his|her|their|its|nobody|everybody)$/i.test(token.text)) &&
  !/^(?:all|both|which|what|any|every|each)$/i.test(token.text);

function isFiniteVerb(tokens: Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || !token || !/^(?:NOUN|PROPN|NUM|ADP|ADV)$/.test(before.pos)) return false;
  if (auxiliary.test(token.text)) return true;
  if ((before.pos === "ADP" && !/\d/.test(before.text)) || !after || after.pos === "PUNCT") return false;
  // A participle ("the plans attached to it") looks like a past tense.
  if (token.pos === "VERB") return !/(?:ed|ing)$/i.test(token.text);
  // The tagger takes many verbs for plurals: "the courier picks up", "her team checks the drawings".
  return (
    token.pos === "NOUN" &&
    /[^s]s$/.test(token.text) &&
    before.pos === "NOUN" &&
    (after.pos === "DET" || after.pos === "PRON" || particle.test(after.text))
  );
}
