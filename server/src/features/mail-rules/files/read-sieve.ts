// The part of Sieve that can be said as rules: `if` with tests of headers, addresses, text and size, and common actions.
import type { RuleAction, RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { TextField, TextTest } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import type { FileRules } from "./file-rules.ts";
import { parseSieve, type SieveNode } from "./sieve-syntax.ts";

type Tell = (node: SieveNode, reason?: string) => void;

export function readSieve(script: string): FileRules {
  const problems: string[] = [];
  const tell: Tell = (node, reason = t("“{name}” cannot be said as a rule.", { name: node.name })) =>
    problems.push(t("Line {line}: {reason}", { line: node.line, reason }));
  const commands = parseSieve(script);
  const hasVariables = commands.some(
    ({ name, arguments: given }) => name === "require" && textsOf(given).includes("variables"),
  );
  const rules = commands.flatMap((command, at) => {
    if (command.name === "require" || (command.name === "keep" && command.arguments.length === 0)) return [];
    const leftOut = () => {
      if (command.block.some(({ name }) => name === "stop"))
        tell(command, t("It spared its mail the rules after it. Without it they act on that mail, too."));
      return [];
    };
    if (command.name !== "if") {
      tell(command);
      return leftOut();
    }
    if (hasVariables && isVariable(command)) {
      tell(command, t("It has variables, which a rule does not have."));
      return leftOut();
    }
    const next = commands[at + 1]?.name;
    if (next === "elsif" || next === "else")
      tell(command, t("A rule has no “else”. The parts after it were left out, and the rule acts on its own."));
    const rule = ruleOf(command, tell);
    // Roundcube writes the name as `rule:[Name]`.
    const comment = command.comment.replace(/^rule:\[(.*)\]$/, "$1");
    if (!rule) return leftOut();
    return [{ ...rule, name: (comment || t("Line {line}", { line: command.line })).slice(0, 100) }];
  });
  return { rules, problems };
}

const textsOf = (given: SieveNode["arguments"]) => given.flatMap((one) => ("strings" in one ? one.strings : []));

/** RFC 5229: "${name}" stands for the value of a variable. */
const isVariable = ({ arguments: given, tests, block }: SieveNode): boolean =>
  textsOf(given).some((text) => /\$\{[\w.]+\}/.test(text)) || [...tests, ...block].some(isVariable);

function ruleOf(command: SieveNode, tell: Tell) {
  const [test] = command.tests;
  const read = test && testsOf(test, tell);
  const isKept = command.block.some(isKeep);
  const actions = command.block.filter((one) => !isKeep(one)).map((one) => actionsOf(one, isKept, tell));
  if (!read || actions.some((some) => some === undefined)) return undefined;
  const done = actions.flatMap((some) => some ?? []);
  if (read.when.length === 0 || done.length === 0) {
    tell(command, t("It has no condition or no action that a rule can have."));
    return undefined;
  }
  return { ...read, actions: done };
}

/** Keeping is what a rule does by itself. `keep :flags` is an action of its own. */
const isKeep = ({ name, arguments: given }: SieveNode) =>
  (name === "keep" && given.length === 0) ||
  (name === "fileinto" && given.length === 1 && textsOf(given).every((text) => /^inbox$/i.test(text)));

type Tests = { match: "all" | "any"; when: RuleCondition[]; unless: RuleCondition[] };

/** `anyof`, or `allof` with `not` in it. Deeper nesting cannot be said. */
function testsOf(test: SieveNode, tell: Tell): Tests | undefined {
  const isAny = test.name === "anyof";
  const all = isAny || test.name === "allof" ? test.tests : [test];
  const read: Tests = { match: isAny ? "any" : "all", when: [], unless: [] };
  for (const one of all) {
    const [inner] = one.tests;
    if (one.name === "not" && inner && !isAny) {
      const excluded = inner.name === "anyof" ? inner.tests : [inner];
      for (const other of excluded) {
        const condition = conditionOf(other, tell);
        if (!condition) return undefined;
        read.unless.push(condition);
      }
    } else if (one.name === "anyof" && !isAny && read.when.length === 0) {
      // `allof (anyof (…), not …)` is a rule with `unless`.
      const inside = all.every((other) => other === one || other.name === "not") ? testsOf(one, tell) : undefined;
      if (!inside) {
        tell(one);
        return undefined;
      }
      read.match = "any";
      read.when.push(...inside.when);
    } else if (one.name === "allof" && !isAny && all.every((other) => other === one || other.name === "not")) {
      const inside = testsOf(one, tell);
      if (!inside) return undefined;
      read.when.push(...inside.when);
      read.unless.push(...inside.unless);
    } else {
      const condition = conditionOf(one, tell);
      if (!condition) return undefined;
      read.when.push(condition);
    }
  }
  return read;
}

const fields: Record<string, TextField> = {
  from: "from",
  to: "to",
  cc: "cc",
  "cc,to": "recipient",
  subject: "subject",
  "list-id": "list",
};

/** A part of an address, a part of the mail or a comparison that is not here makes a test of another meaning. */
const knownTags = new Set(["is", "contains", "matches", "domain", "all", "comparator", "text"]);

function conditionOf(test: SieveNode, tell: Tell): RuleCondition | undefined {
  const tags = test.arguments.flatMap((one) => ("tag" in one ? one.tag : []));
  const lists = test.arguments.flatMap((one) => ("strings" in one ? [one.strings] : []));
  const found = readTest(test, tags, lists);
  if (!found) tell(test);
  return found;
}

function readTest(test: SieveNode, tags: string[], lists: string[][]): RuleCondition | undefined {
  if (test.name === "size") {
    const amount = test.arguments.find((one) => "number" in one);
    const kilobytes = Math.max(1, Math.round((amount?.number ?? 0) / 1000));
    return { field: "size", test: tags.includes("under") ? "under" : "over", kilobytes };
  }
  if (!tags.every((tag) => knownTags.has(tag))) return undefined;
  if (test.name === "body") return textTest("body", tags, lists.at(-1) ?? []);
  if (test.name !== "header" && test.name !== "address") return undefined;
  const names = (lists.at(-2) ?? []).map((name) => name.toLowerCase()).toSorted();
  const field = fields[names.join(",")];
  return field && textTest(field, tags, lists.at(-1) ?? []);
}

function textTest(field: TextField, tags: string[], texts: string[]): RuleCondition | undefined {
  if (tags.includes("domain")) {
    // `x.test` with `*.x.test`, as rules are written, is one domain.
    const plain = texts.filter((text) => !texts.some((other) => text === `*.${other}`));
    return plain.every((text) => !/[*?]/.test(text)) ? { field, test: "domain", values: plain } : undefined;
  }
  if (!tags.includes("matches")) return { field, test: tags.includes("contains") ? "contains" : "is", values: texts };
  const read = texts.map(readPattern);
  const [first] = read;
  if (!first || read.some((one) => one?.test !== first.test)) return undefined;
  return { field, test: first.test, values: read.flatMap((one) => one?.value ?? []) };
}

/** A pattern with a star at its beginning, its end or both. */
function readPattern(pattern: string): { test: TextTest; value: string } | undefined {
  const [, before, inner = "", after] = /^(\*?)((?:[^*?\\]|\\[\s\S])*)(\*?)$/.exec(pattern) ?? [];
  if (!inner) return undefined;
  const test = before ? (after ? "contains" : "ends") : after ? "begins" : "is";
  return { test, value: inner.replace(/\\([\s\S])/g, "$1") };
}

/** On many servers all folders are under INBOX, and a full stop separates their names. */
const folderOf = (text: string) =>
  /^inbox\./i.test(text) ? text.slice("inbox.".length).replaceAll(".", "/") : text.replace(/^inbox\//i, "");

const flagActions: Record<string, RuleAction> = {
  "\\flagged": { do: "star" },
  "\\seen": { do: "markRead" },
  $important: { do: "markImportant" },
};

/** An action may set several flags. */
function actionsOf(command: SieveNode, isKept: boolean, tell: Tell): RuleAction[] | undefined {
  const tags = command.arguments.flatMap((one) => ("tag" in one ? one.tag : []));
  const lists = command.arguments.flatMap((one) => ("strings" in one ? [one.strings] : []));
  // With two lists the first one names a variable.
  const [texts = [""]] = lists;
  const found = lists.length > 1 ? [] : texts.map((text) => readAction(command.name, { tags, text, isKept }));
  if (found.length === 0 || found.some((action) => !action)) {
    tell(command);
    return undefined;
  }
  if (command.name === "redirect" && !isKept && !tags.includes("copy"))
    tell(command, t("Here the mail stays in the inbox after it was forwarded."));
  return found.filter((action) => action !== undefined);
}

type GivenAction = { tags: string[]; text: string; isKept: boolean };

function readAction(name: string, { tags, text, isKept }: GivenAction): RuleAction | undefined {
  switch (name) {
    case "fileinto": {
      const folder = folderOf(text);
      // With `keep` the mail stays in the inbox, too.
      if (isKept || tags.includes("copy")) return { do: "label", folder };
      if (/^trash$/i.test(folder)) return { do: "trash" };
      return /^archive$/i.test(folder) ? { do: "archive" } : { do: "move", folder };
    }
    case "redirect":
      return { do: "forward", to: text };
    case "discard":
      // A rule never deletes for good.
      return { do: "trash" };
    case "addflag":
    case "setflag":
      return flagActions[text.toLowerCase()];
    case "stop":
      return { do: "stop" };
    default:
      return undefined;
  }
}
