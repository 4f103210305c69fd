// Keys, tokens and card numbers do not leave for an outside model: they travel as marks, and come back in the answer.

/** Text with a mark in the place of every secret, and what the marks stand for. */
export type Masked = { hidden: string; secretOf: Map<string, string> };

type Restoring = {
  /** Marks back to what they stood for. */
  restore(text: string): string;
  /** The same for text that comes in pieces: a mark may be cut in two. */
  restorer(): { piece(text: string): string; end(): string };
};

const secrets = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,8000}?-----END [A-Z ]*PRIVATE KEY-----/g,
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,200}\b/g,
  /\bAIza[\w-]{30,60}\b/g,
  /\b(?:ghp|gho|ghu|ghs|ghr|github_pat)_\w{20,255}\b/g,
  /\bxox[abposr]-[\w-]{10,200}\b/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,2000}\b/g,
  /(?<=\b(?:password|passwort|passphrase|pwd|pass|secret|api[ _-]?key|token|otp|pin|cvv)\b["']?\s{0,3}(?:is|=|:)\s{0,3}["']?)[^\s"'<>,;]{4,200}/gi,
];

/** Four groups of digits that a bank's check digit confirms; order and phone numbers are left alone. */
const cardLike = /\b(?:\d[ -]?){12,18}\d\b/g;

export function maskSecrets(text: string): Masked {
  const secretOf = new Map<string, string>();
  const marks = new Map<string, string>();
  const markFor = (secret: string) => {
    const mark = marks.get(secret) ?? `⟦private-${marks.size + 1}⟧`;
    marks.set(secret, mark);
    secretOf.set(mark, secret);
    return mark;
  };
  let hidden = text;
  for (const pattern of secrets)
    hidden = hidden.replaceAll(pattern, (secret) => (secret.startsWith("⟦") ? secret : markFor(secret)));
  hidden = hidden.replaceAll(cardLike, (digits) => (isCardNumber(digits) ? markFor(digits) : digits));
  return { hidden, secretOf };
}

export function unmasking({ secretOf }: Masked): Restoring {
  const restore = (text: string) => text.replaceAll(/⟦private-\d{1,7}⟧/g, (mark) => secretOf.get(mark) ?? "");
  return {
    restore,
    restorer() {
      let held = "";
      return {
        piece(text) {
          held += text;
          const open = held.lastIndexOf("⟦");
          // Held back until the mark is whole; what never closes was no mark of ours.
          const safe = open >= 0 && !held.includes("⟧", open) && held.length - open < 20 ? open : held.length;
          const ready = restore(held.slice(0, safe));
          held = held.slice(safe);
          return ready;
        },
        end() {
          const rest = restore(held);
          held = "";
          return rest;
        },
      };
    },
  };
}

/** Luhn's check, as every payment card number passes it. */
function isCardNumber(text: string) {
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
