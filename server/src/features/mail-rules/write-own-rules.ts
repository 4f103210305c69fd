import type { RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import type { Scope } from "#scope.ts";
import { writeRuleFile } from "./files/rule-file.ts";
import { rulesInOrder } from "./rule-rows.ts";
import { contentOf } from "./rules.ts";

/**
 * The caller's own rules as a file. Their mailboxes are left out, because they exist only here. In a file for another program, which
 * would act on every rule, those that are not switched on are left out, and told.
 */
export async function writeOwnRules(scope: Scope, format: RuleFileFormat) {
  const rows = await scope.tx((tx) => rulesInOrder(tx, scope));
  const own = rows.filter(({ userId }) => userId !== null);
  const written = format === "json" ? own : own.filter(({ state }) => state === "on");
  const file = writeRuleFile(
    written.map((row) => ({ ...contentOf(row), mailboxIds: [] })),
    format,
  );
  const off = own.filter((row) => !written.includes(row));
  const problems = off.map(({ name }) =>
    t("“{name}” was left out: {reason}", { name, reason: t("it is not switched on") }),
  );
  return { ...file, problems: [...problems, ...file.problems] };
}
