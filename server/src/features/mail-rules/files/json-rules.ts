import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { invalid } from "#lib/errors.ts";
import type { FileRules, WrittenRules } from "./file-rules.ts";

const format = "intellibox-rules";
const file = z.object({ format: z.literal(format), version: z.literal(1), rules: z.array(z.unknown()).max(1000) });

export function readJsonRules(text: string): FileRules {
  const read = file.safeParse(parsed(text));
  if (!read.success) throw invalid(t("This JSON file has no rules of Intellibox."));
  return { rules: read.data.rules, problems: [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw invalid(t("The file is not valid JSON."));
  }
}

/** Mailboxes are left out, because another installation does not have them. */
export const writeJsonRules = (rules: RuleContent[]): WrittenRules => ({
  text: `${JSON.stringify({ format, version: 1, rules: rules.map(({ mailboxIds: _, ...rule }) => rule) }, undefined, 2)}\n`,
  problems: [],
});
