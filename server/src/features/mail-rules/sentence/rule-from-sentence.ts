import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import type { RuleNote } from "#engine/mail-rules/read-rule.ts";
import type { Scope } from "#scope.ts";
import { runModelTask } from "#features/assistant/run-model-task.ts";
import { onlyNamed } from "./only-named.ts";
import { onlyUnderstood } from "./only-understood.ts";

/** Makes the form of a rule. Nothing is stored: the user confirms it. */
export async function ruleFromSentence(
  scope: Scope,
  sentence: string,
): Promise<ResponseOf<typeof mailRules.fromSentence>> {
  const { fallback, ...read } = await runModelTask(scope, { name: "makeRule", sentence } as const, { kind: "rule" });
  const { rule, notes } = onlyUnderstood(read);
  const checked = rule && onlyNamed(rule, sentence);
  return {
    rule: checked?.rule ?? null,
    notes: [
      ...(fallback ? [fallback] : []),
      ...notes.map(noteText),
      ...(checked?.removed ?? []).map((text) => noteText({ kind: "notNamed", text })),
    ],
  };
}

function noteText({ kind, text = "" }: RuleNote | { kind: "notNamed"; text: string }): string {
  switch (kind) {
    case "notUnderstood":
      return t("Not understood: “{text}”. Check the conditions and actions.", { text });
    case "noAction":
      return t("The sentence does not say what to do with the mail. Begin with a verb such as “Archive” or “Move”.");
    case "noCondition":
      return t("The sentence does not say which mail is meant. Name a sender, a kind of mail or words of the subject.");
    case "draftOnly":
      return t("The rule writes a draft, which you send yourself.");
    case "assumedSender":
      return t("“{text}” was taken for the sender.", { text });
    case "assumedMatter":
      return t("“{text}” was taken for what the mail is about. The assistant judges it.", { text });
    case "assumedUnread":
      return t("A rule can ask how long a mail has been unread, not how old it is.");
    case "negated":
      return t("The sentence says “not” in a way that was not understood. Choose the exceptions in the form.");
    case "onlyExceptions":
      return t("The sentence says only which mail is not meant. Add a condition for the mail that is meant.");
    case "unnamedPerson":
      return t("“{text}” stands for a name, an address or words that only you know. Write them instead.", { text });
    case "notRead":
      return t("A rule can ask how long a mail has been unread, not whether it was read.");
    case "actsOnMore":
      return t("Without the words that were not understood, the rule would delete or send on more mail than you said.");
    case "twoRules":
      return t("The sentence describes more than one rule. Write one sentence for each.");
    case "notEnglish":
      return t("Without a model, only English sentences are understood. Choose the conditions in the form.");
    case "notNamed":
      return t("Left out, because your sentence does not name it: {text}", { text });
  }
}
