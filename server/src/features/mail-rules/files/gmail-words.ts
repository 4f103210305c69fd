// The search words of a Gmail filter: `"annual report" list:dev.example.org -draft`.
import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { TextField } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";

const operators: Record<string, TextField> = {
  from: "from",
  to: "to",
  cc: "cc",
  subject: "subject",
  list: "list",
};

/** Each part of the query is a condition. Those that cannot be one are told. `own` are the addresses that "me" stands for. */
export function readGmailWords(
  query: string,
  own: string[],
  told: (reason: string) => void,
): { conditions: RuleCondition[] } {
  const conditions: RuleCondition[] = [];
  const unsaid = (part: string) => told(t("“{part}” cannot be said as a condition.", { part: part.slice(0, 100) }));
  const isOneText = /\sOR\s/.test(query) || /^\s*\{/.test(query);
  const parts = isOneText ? [query] : (query.match(/-?(?:\w+:)?(?:"[^"]*"|\([^()]*\)|\{[^{}]*\}|[^\s"(){}]+)/g) ?? []);
  for (const part of parts.filter((one) => one !== "AND")) {
    const [, minus, operator, value = ""] = /^(-?)(?:(\w+):)?([\s\S]*)$/.exec(part) ?? [];
    const condition = conditionOf(operator?.toLowerCase(), value, own);
    if (minus || !condition || (isOneText && /\w+:/.test(query))) unsaid(part);
    else conditions.push(condition);
  }
  return { conditions };
}

/** `a OR b`, `{a b}` and `(a|b)`. Several words without an operator are one text. */
export function alternatives(text: string): string[] {
  const inner = text.trim().replace(/^\((.*)\)$/, "$1");
  const group = /^\{(.*)\}$/.exec(inner)?.[1];
  const parts = group === undefined ? inner.split(/\s+OR\s+|\s*\|\s*/) : (group.match(/"[^"]*"|\S+/g) ?? []);
  return parts.map((part) => part.trim().replace(/^["(]+|[")]+$/g, "")).filter(Boolean);
}

/** Groups in groups, or a quotation beside other words. */
export const isNested = (text: string) => /["(){}]|\sAND\s/.test(text);

/** Gmail's "me" is the reader, not a part of a name. Undefined if nobody is known to be the reader. */
export function peopleIn(text: string, own: string[]): string[] | undefined {
  const values = alternatives(text);
  const isMe = (value: string) => value.toLowerCase() === "me";
  if (own.length === 0 && values.some(isMe)) return undefined;
  return values.flatMap((value) => (isMe(value) ? own : value));
}

function conditionOf(operator: string | undefined, value: string, own: string[]): RuleCondition | undefined {
  const values = alternatives(value);
  if (values.length === 0 || values.some(isNested)) return undefined;
  if (operator === undefined) return { field: "body", test: "contains", values };
  const field = operators[operator];
  if (field === "subject" || field === "list") return { field, test: "contains", values };
  const people = field && peopleIn(value, own);
  if (field) return people && { field, test: "contains", values: people };
  if (operator === "has" && values[0] === "attachment") return { field: "attachment", type: "any" };
  const [, count, unit] = /^(\d+)([km]?)b?$/i.exec(values[0] ?? "") ?? [];
  const kilobytes = Math.round(Number(count) * (/m/i.test(unit ?? "") ? 1000 : /k/i.test(unit ?? "") ? 1 : 0.001));
  const test = operator === "larger" || operator === "size" ? "over" : operator === "smaller" ? "under" : undefined;
  return test && kilobytes >= 1 && kilobytes <= 100_000 ? { field: "size", test, kilobytes } : undefined;
}
