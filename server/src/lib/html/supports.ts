/** Conditions of `@supports` in mail. */
import { cleanDeclarations } from "./style.ts";

/** Longer conditions, and brackets deeper than any mail has, count as not supported. */
const maxCharacters = 500;
const maxDepth = 5;

/**
 * Whether the frame of a mail supports what the condition names: declarations that we keep. Selectors, fonts, properties of one browser
 * and malformed conditions count as not supported.
 */
export function isSupported(condition: string): boolean {
  if (condition.length > maxCharacters) return false;
  const tokens = condition
    .replace(/\/\*.*?\*\//gs, " ")
    .split(/([()])/)
    .map((token) => token.trim().toLowerCase())
    .filter(Boolean);
  return readCondition(tokens, 0) === true && tokens.length === 0;
}

/** Reads one condition off the tokens. Undefined if it is malformed. */
function readCondition(tokens: string[], depth: number): boolean | undefined {
  if (tokens[0] === "not") {
    tokens.shift();
    const term = readTerm(tokens, depth);
    return term === undefined ? undefined : !term;
  }
  let value = readTerm(tokens, depth);
  const joint = tokens[0];
  while (value !== undefined && (joint === "and" || joint === "or") && tokens[0] === joint) {
    tokens.shift();
    const term = readTerm(tokens, depth);
    if (term === undefined) return undefined;
    value = joint === "and" ? value && term : value || term;
  }
  return value;
}

/** A condition or a declaration in brackets. */
function readTerm(tokens: string[], depth: number): boolean | undefined {
  if (depth > maxDepth || tokens.shift() !== "(") return undefined;
  const isNested = tokens[0] === "(" || tokens[0] === "not";
  const value = isNested ? readCondition(tokens, depth + 1) : isDeclarationKept(tokens);
  return tokens.shift() === ")" ? value : undefined;
}

/** Takes the tokens up to the closing bracket of the declaration: values may have functions. */
function isDeclarationKept(tokens: string[]): boolean {
  let [text, depth] = ["", 0];
  while (tokens.length > 0 && (depth > 0 || tokens[0] !== ")")) {
    const token = tokens.shift();
    if (token === "(") depth++;
    if (token === ")") depth--;
    text += token;
  }
  const [, property = "", value = ""] = /^([\w-]+)\s*:\s*(.+)$/s.exec(text) ?? [];
  return property !== "" && cleanDeclarations([{ property, value, isImportant: false }]).length > 0;
}
