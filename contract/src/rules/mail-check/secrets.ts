import { type PrivateValue, privateValuesIn } from "../private-values.ts";
import type { CheckedMail, Finding } from "./types.ts";

/** Keys, passwords, card, account and identity numbers. Those of the answered mail are known to its sender already. */
export function checkSecrets({ text, subject, thread }: CheckedMail): Finding[] {
  const known = squeezed(thread?.text ?? "");
  return (thread ? (["text"] as const) : (["subject", "text"] as const)).flatMap((where) =>
    privateValuesIn(where === "text" ? text : subject).flatMap((value): Finding[] => {
      if (!isLikely(value) || known.includes(squeezed(value.value))) return [];
      return [
        {
          kind: "private",
          key: `private ${value.value}`,
          words: masked(value.value),
          privateKind: value.kind,
          isGrave: value.kind !== "iban" && value.kind !== "pan",
          fix: { type: "replace", where, from: value.value, to: masked(value.value) },
        },
      ];
    }),
  );
}

const squeezed = (text: string) => text.replaceAll(/[\s-]/g, "");

/** "The password is required" tells no password. */
const isLikely = ({ kind, value }: PrivateValue) =>
  kind !== "secret" || (value.length >= 4 && /\d|[^\p{L}\p{N}.!?)]/u.test(value) && !/^[[{(⟦•*]/.test(value));

/** The last four characters stay, so that reader and writer can tell which one is meant. */
const masked = (value: string) => (value.length > 11 ? `••••${value.replaceAll(/\s/g, "").slice(-4)}` : "••••");
