import { parseAst } from "vite";

/** A change of a source that should make a test fail: `text` replaces the source from `start` to `end`. */
const change = (start, end, text) => ({ start, end, text });

const opposite = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["&&", "||"],
  ["||", "&&"],
  ["??", "&&"],
]);

/** Every mutation of a TypeScript source: operators, conditions, literals, and calls whose value is unused. */
export function mutationsOf(source) {
  const found = [];
  visit(parseAst(source, { lang: "ts", preserveParens: false }), (node) => found.push(...mutationsAt(node, source)));
  return found
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .map((mutation) => ({ ...mutation, line: source.slice(0, mutation.start).split("\n").length }));
}

export const apply = (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end);

function mutationsAt(node, source) {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return swapOperator(node, source);
    case "IfStatement":
      return [change(node.test.start, node.test.end, "true"), change(node.test.start, node.test.end, "false")];
    case "ConditionalExpression":
      return [change(node.start, node.end, source.slice(node.consequent.start, node.consequent.end))];
    case "UnaryExpression":
      return node.operator === "!" ? [change(node.start, node.start + 1, "")] : [];
    case "Literal":
      return changeLiteral(node);
    case "ExpressionStatement":
      return isCall(node.expression) ? [change(node.start, node.end, ";")] : [];
    default:
      return [];
  }
}

function swapOperator({ left, right, operator }, source) {
  const other = opposite.get(operator);
  const at = source.indexOf(operator, left.end);
  return other && at !== -1 && at < right.start ? [change(at, at + operator.length, other)] : [];
}

function changeLiteral({ start, end, value }) {
  if (typeof value === "boolean") return [change(start, end, String(!value))];
  if (typeof value === "number") return [change(start, end, String(value === 0 ? 1 : value * 2))];
  return [];
}

const isCall = (node) => node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node.argument));

function visit(node, see) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, see);
    return;
  }
  if (typeof node?.type !== "string") return;
  // Types do not change the program that runs.
  if (node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
  if (node.type === "ImportDeclaration") return;
  see(node);
  for (const [name, child] of Object.entries(node)) if (name !== "typeAnnotation") visit(child, see);
}
