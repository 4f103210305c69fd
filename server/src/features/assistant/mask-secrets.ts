// Keys, tokens and card numbers are not sent to a provider: marks replace them in the prompt, and the answer gets them back.

/** Text with a mark in place of each secret, and the secret of each mark. */
export type Masked = { hidden: string; secretOf: Map<string, string> };

type Restoring = {
  /** Replaces the marks with their secrets. */
  restore(text: string): string;
  /** The same for text in pieces, which may split a mark. */
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

/** 13 to 19 digits, which are masked only if their check digit is right; order and phone numbers stay. */
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
          // A mark is held back until it is complete. Text longer than any mark is passed on.
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

/** The Luhn check of ISO/IEC 7812, which every payment card number passes. */
function isCardNumber(text: string) {
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
