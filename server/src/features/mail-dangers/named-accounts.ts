import { privateValuesIn } from "@intellibox/contract/rules/private-values";
import { linesOf, markLines } from "#engine/mail/clean-mail.ts";

/** "Account no: 1234567890". Without its name, a long number may be anything. */
const named =
  /(?<![\p{L}])(?:account|a\/c|acct|konto|compte|cuenta|conta|khata|खाता)[\s.]*(?:no|num|number|nummer|nr|numéro|número|sankhya|संख्या|#)?[\s.:#-]{1,6}(\d[\d -]{6,22}\d)(?!\d)/giu;

/** The bank accounts that the writer of a mail names, as digits and letters only. Quoted mail is left out. */
export function accountsIn(text: string): string[] {
  const lines = linesOf(text);
  const kinds = markLines(lines);
  const own = lines.filter((_, line) => kinds[line] !== "quote").join("\n");
  const ibans = privateValuesIn(own)
    .filter(({ kind }) => kind === "iban")
    .map(({ value }) => value);
  const numbers = [...own.matchAll(named)].map(([, number = ""]) => number);
  const bare = [...ibans, ...numbers].map((account) => account.replaceAll(/[\s-]/g, ""));
  return [...new Set(bare.filter((account) => account.length >= 8))].slice(0, maxAccounts);
}

const maxAccounts = 20;

/** The last characters, by which a reader can tell accounts apart. */
export const endOfAccount = (account: string) => `…${account.slice(-4)}`;
