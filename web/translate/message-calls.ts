import { messageKey } from "@intellibox/contract/text/t";
import { type Node, walk } from "./syntax-tree.ts";

export type MessageCall = {
  name: "t" | "rich";
  message: string;
  key: string;
  /** The names that the call gives values or components to; undefined if they are not written out in the call. */
  given: string[] | undefined;
  call: Node;
  callee: Node;
  text: Node;
  hasValues: boolean;
};

const importOf: Record<string, RegExp> = { t: /text\/t(\.ts)?$/, rich: /lib\/rich(\.ts)?$/ };

/** The calls of `t` and `rich` in a module. Throws if the message of a call is not a literal. */
export function messageCalls(program: Node, file: string): MessageCall[] {
  const imported = importedNames(program);
  const calls: MessageCall[] = [];
  if (imported.size === 0) return calls;
  walk(program, (node, ancestors) => {
    if (node.type !== "Identifier" || !imported.has(node.name ?? "")) return;
    const parent = ancestors.at(-1);
    if (parent?.type === "ImportSpecifier" || (isProperty(parent) && parent?.key === node)) return;
    if (parent?.type !== "CallExpression" || parent.callee !== node)
      throw new Error(`${file}: ${node.name} may only be called`);
    calls.push(callOf(node, parent, file));
  });
  return calls;
}

const isProperty = (node: Node | undefined) =>
  (node?.type === "MemberExpression" || node?.type === "Property") && node.computed !== true;

function importedNames(program: Node) {
  const names = new Set<string>();
  for (const statement of program.body as Node[]) {
    if (statement.type !== "ImportDeclaration") continue;
    const from = String((statement.source as Node).value);
    for (const specifier of statement.specifiers as Node[]) {
      const local = (specifier.local as Node).name ?? "";
      if (importOf[local]?.test(from)) names.add(local);
    }
  }
  return names;
}

function callOf(callee: Node, call: Node, file: string): MessageCall {
  const name = callee.name as "t" | "rich";
  const [text, second, third] = call.arguments as Node[];
  const message = text && literalText(text);
  if (!text || message === undefined) throw new Error(`${file}: the message of ${name}(…) must be a literal`);
  const context = name === "t" && third ? literalText(third) : undefined;
  const given = name === "rich" ? [...(keysOf(second) ?? []), ...(keysOf(third) ?? [])] : keysOf(second);
  const hasValues = name === "rich" || (second !== undefined && second.name !== "undefined");
  return { name, message, key: messageKey(message, context), given, call, callee, text, hasValues };
}

/** The text of a string literal, of a template without values, and of such literals joined by "+". */
function literalText(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && (node.expressions as Node[]).length === 0)
    return ((node.quasis as Node[])[0]?.value as { cooked?: string } | undefined)?.cooked;
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const parts = [literalText(node.left as Node), literalText(node.right as Node)];
  return parts.includes(undefined) ? undefined : parts.join("");
}

function keysOf(node: Node | undefined) {
  if (node?.type !== "ObjectExpression") return undefined;
  const properties = node.properties as Node[];
  if (properties.some(({ type }) => type !== "Property")) return undefined;
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value));
}
