// Keys, tokens and card numbers are not sent to a provider: marks replace them in the prompt, and the answer gets them back.
import { cardLike, isCardNumber, secretPatterns } from "@intellibox/contract/rules/private-values";

/** Text with a mark in place of each secret, and the secret of each mark. */
export type Masked = { hidden: string; secretOf: Map<string, string> };

type Restoring = {
  /** Replaces the marks with their secrets. */
  restore(text: string): string;
  /** The same for text in pieces, which may split a mark. */
  restorer(): { piece(text: string): string; end(): string };
};

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
  for (const pattern of secretPatterns)
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
