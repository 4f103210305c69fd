import { ruleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import {
  attachmentTypes,
  mailKinds,
  plainActions,
  ruleLanguages,
  ruleSnoozes,
  textFields,
  textTests,
} from "@intellibox/contract/rules/mail-rules";
import { z } from "zod";
import type { ReadRule } from "#engine/mail-rules/read-rule.ts";
import type { RuleTask } from "../model.ts";
import { UnreadableAnswer } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

/** The answer is a form that the user confirms. A rule that the contract refuses is refused here. */
export function ruleFormat({ sentence }: RuleTask): TextFormat<ReadRule> {
  const prompt = promptFor(sentence);
  return {
    prompt,
    read: readAnswer,
    shown: ({ rule, notes }) => JSON.stringify({ rule, notes }),
    // Addresses and names stand in the form, where the user sees them.
    check: () => ({ text: "", request: "", languageFrom: "", given: prompt, removedLinks: [] }),
  };
}

const oneOf = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(" | ");

const promptFor = (sentence: string) =>
  [
    "Turn the user's sentence into a mail rule. Answer with one JSON object and nothing else:",
    '{ "rule": { "name": string, "match": "all" | "any", "when": Condition[], "unless": Condition[], "actions": Action[] } | null, "notUnderstood": string[] }',
    "Condition is one of:",
    `- { "field": ${oneOf(textFields)}, "test": ${oneOf(textTests)}, "values": string[] } (one of the values is enough; "recipient" is To or Cc; "domain" is the part of an address after @)`,
    `- { "field": "attachment", "type": ${oneOf(attachmentTypes)} }`,
    '- { "field": "size", "test": "over" | "under", "kilobytes": number }',
    '- { "field": "unreadDays", "days": number } (still unread so many days after it arrived)',
    `- { "field": "kind", "kinds": (${oneOf(mailKinds)})[] }`,
    `- { "field": "language", "languages": (${oneOf(ruleLanguages)})[] }`,
    '- { "field": "importance", "important": boolean }',
    '- { "field": "knownSender", "known": boolean }',
    '- { "field": "assistant", "question": string } (a statement about the mail in plain words, only if no other condition can say it)',
    "Action is one of:",
    `- { "do": ${oneOf(plainActions)} } ("stop" skips the rules below)`,
    '- { "do": "label" | "move", "folder": string }',
    `- { "do": "snooze", "until": ${oneOf(ruleSnoozes)} }`,
    '- { "do": "forward", "to": address } (only to an address in the sentence)',
    '- { "do": "draftReply", "intent": string }',
    '- { "do": "addToPlan", "plan": string }',
    '- { "do": "webhook", "url": string } (only a web address in the sentence)',
    'Use only what the sentence says. Give words of it that cannot be said this way in "notUnderstood". "rule" is null if the sentence names no mail or nothing to do with it.',
    `The user's sentence: ${JSON.stringify(sentence)}`,
  ].join("\n");

const answerSchema = z.object({
  rule: z.record(z.string(), z.unknown()).nullable(),
  notUnderstood: z.array(z.string()).catch([]).default([]),
});

function readAnswer(answer: string): ReadRule {
  const json = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  const read = answerSchema.safeParse(parsed(json));
  if (!read.success) throw new UnreadableAnswer('it must be one JSON object with "rule" and "notUnderstood"');
  const notes: ReadRule["notes"] = read.data.notUnderstood
    .filter((text) => text.trim())
    .slice(0, 10)
    .map((text) => ({ kind: "notUnderstood", text: text.slice(0, 200) }));
  if (!read.data.rule) return { rule: null, notes: [...notes, { kind: "noAction" }] };
  const rule = ruleContent.safeParse({ ...read.data.rule, mailboxIds: [] });
  if (!rule.success) throw new UnreadableAnswer(`the rule is not valid: ${z.prettifyError(rule.error).slice(0, 500)}`);
  return { rule: rule.data, notes };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
