// Rules as files: our own JSON, the filters of Gmail, and Sieve (RFC 5228).
import type { ResponseOf } from "@intellibox/contract/endpoint";
import { type RuleContent, ruleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { inWords } from "@intellibox/contract/refusal-words";
import { maxRules, type RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { readGmailFilters, writeGmailFilters } from "./gmail-filters.ts";
import { readJsonRules, writeJsonRules } from "./json-rules.ts";
import { readSieve } from "./read-sieve.ts";
import { writeSieve } from "./write-sieve.ts";

const mostProblems = 100;

/** `own` are the addresses of the user, for whom Gmail writes "me". */
export function readRuleFile(text: string, own: string[] = []): ResponseOf<typeof mailRules.readFile> {
  const format = formatOf(text);
  const { rules, problems } = { json: readJsonRules, gmail: readGmailFilters, sieve: readSieve }[format](text, own);
  const read: RuleContent[] = [];
  for (const [at, rule] of rules.entries()) {
    const checked = ruleContent.safeParse(rule, { error: inWords });
    if (checked.success) read.push({ ...checked.data, mailboxIds: [] });
    else
      problems.push(
        t("Rule {number}: {reason}", { number: at + 1, reason: checked.error.issues[0]?.message ?? t("Not valid") }),
      );
  }
  if (read.length > maxRules)
    problems.push(t("The file has more than {maxRules} rules. The rest was left out.", { maxRules }));
  return { format, rules: read.slice(0, maxRules), problems: problems.slice(0, mostProblems) };
}

function formatOf(text: string): RuleFileFormat {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (!start) throw invalid(t("The file is empty."));
  if (start.startsWith("{") || start.startsWith("[")) return "json";
  return start.startsWith("<") ? "gmail" : "sieve";
}

const fileNames: Record<RuleFileFormat, string> = {
  json: "rules.json",
  gmail: "mailFilters.xml",
  sieve: "rules.sieve",
};

export const writeRuleFile = (
  rules: RuleContent[],
  format: RuleFileFormat,
): ResponseOf<typeof mailRules.writeFile> => ({
  fileName: fileNames[format],
  ...{ json: writeJsonRules, gmail: writeGmailFilters, sieve: writeSieve }[format](rules),
});
