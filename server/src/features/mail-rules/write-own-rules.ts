import type { RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import type { Scope } from "#scope.ts";
import { writeRuleFile } from "./files/rule-file.ts";
import { rulesInOrder } from "./rule-rows.ts";
import { contentOf } from "./rules.ts";

/** The caller's own rules as a file. Their mailboxes are left out, because they exist only here. */
export async function writeOwnRules(scope: Scope, format: RuleFileFormat) {
  const rows = await scope.tx((tx) => rulesInOrder(tx, scope));
  const own = rows.filter(({ userId }) => userId !== null).map((row) => ({ ...contentOf(row), mailboxIds: [] }));
  return writeRuleFile(own, format);
}
