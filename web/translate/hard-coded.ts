import { messageCalls } from "./message-calls.ts";
import { type Node, walk } from "./syntax-tree.ts";

export type HardCoded = { text: string; node: Node; parent: Node | undefined };

/** Product and protocol names, units and keys are the same in every language. */
const names =
  /^(Intellibox|Gmail|Google|Outlook|Microsoft( 365)?|IMAP|POP3|SMTP|OpenAI|Gemini|Anthropic|Ollama|Yahoo|Zoho|Fastmail|iCloud|Rediffmail|Yandex|Azure OpenAI|Excel|Markdown|Ctrl|Cmd|Shift|Alt|Enter|Escape|Esc|Tab|Backspace|Page(Up|Down)|Arrow(Up|Down|Left|Right)|Control|Meta|Content-Type|Accept|Authorization|Bearer( \{\})?|Blob|Europe\/.*|Asia\/.*|UTC|[KMGT]B)$/;
/** Attributes and properties whose text is read by programs. */
const technical =
  /^(class(Name)?|.*[cC]lass(es|Name)?|id|htmlFor|type|to|href|src|rel|target|key|path|d|viewBox|fill|stroke.*|transform|points|autoComplete|inputMode|accept|style|width|height|queryKey|data-.*|aria-(live|haspopup|current|controls|describedby|labelledby|relevant|autocomplete|orientation|sort)|timeZone|mime|extension|color|domains)$/;
/** Those whose text is a word of the program. If it has a blank, it is a text for people. */
const word =
  /^(name|role|variant|size|tone|kind|side|align|value|mode|method|enterKeyHint|look|icon|code|scope|tag|event|format|dateStyle|timeStyle|currency|month|day|year|weekday|hour|minute|header|position)$/;
const programCalls =
  /^(querySelector(All)?|getElementById|addEventListener|removeEventListener|createElement|closest|matches|startsWith|endsWith|includes|indexOf|split|replace(All)?|join|getItem|setItem|removeItem|has|get|set|append|dispatchEvent|Error|TypeError|RangeError|RegExp|Event|CustomEvent|DOMException|classNames|cn|dynamic|define|DateTimeFormat|NumberFormat|Collator|Segmenter|toLocaleString|toLocaleDateString|ListFormat|PluralRules|postMessage|test|exec|match|describe|meta)$/;
const consoleCalls = /^(log|warn|error|debug|info)$/;
/** Attributes and properties whose text is shown, however short it is. */
const shown =
  /^(label|title|description|text|words|placeholder|hint|empty|problem|fallback|aria-label|aria-description|alt|busyAction|undone|reason|refusal|heading|caption|tooltip|note|noun)$/;

const sentence = /^[“"(]?\p{Lu}[\p{Ll}’']+([\s,.…:;?!–-].*)?$/su;
const words = /^[\p{L}’',.…:;?!()–\s]+$/u;
/** "AI settings", "SMTP server" */
const afterAbbreviation = /^\p{Lu}{2,}[0-9]*(\s[\p{L}’']+)+[.…:?!]?$/u;
/** Marks of answers that mail programs recognise, and style sheets. */
const fixed = /^(Re|Fwd): \{\}$|^On \{\}, \{\} wrote:|[{};]\s*\n/;
const hostName = /^[^\p{Lu}]*\.[^\p{Lu}]+$/u;

/** The texts of a module that look like words for people and are not in a call of `t` or `rich`. */
export function hardCoded(program: Node, file: string): HardCoded[] {
  const translated = new Set(messageCalls(program, file).map(({ call }) => call.start));
  return textsIn(program, { translated, file });
}

/** The functions and classes of the server that refuse a request or name a fault, and the argument that holds the message. */
const refusals: Record<string, number> = {
  ...{ invalid: 0, unauthenticated: 0, forbidden: 0, notFound: 0, conflict: 0, outsideFailed: 0 },
  ...{ AppError: 1, MailboxError: 1, CloudError: 1, OauthError: 1, TransportError: 1, ModelError: 1 },
};

/** The texts that a module of the server gives to a refusal and that are not in a call of `t`. */
export function hardCodedRefusals(program: Node): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
    const callee = node.callee as Node;
    const first = Object.hasOwn(refusals, callee.name ?? "") ? refusals[callee.name ?? ""] : undefined;
    if (first === undefined) return;
    for (const argument of (node.arguments as Node[]).slice(first)) found.push(...bareTexts(argument));
  });
  return found;
}

/** The texts that an expression may be, and those of the fields of an object. */
function bareTexts(node: Node): string[] {
  if (node.type === "ConditionalExpression")
    return [...bareTexts(node.consequent as Node), ...bareTexts(node.alternate as Node)];
  if (node.type === "LogicalExpression") return [...bareTexts(node.left as Node), ...bareTexts(node.right as Node)];
  if (node.type === "ObjectExpression")
    return (node.properties as Node[]).flatMap((property) =>
      property.type === "Property" ? bareTexts(property.value as Node) : [],
    );
  const text = textOf(node, undefined);
  return text && /\p{L}{2}/u.test(text.replaceAll("{}", "")) ? [text] : [];
}

type Module = { translated: ReadonlySet<number>; file: string };

function textsIn(root: Node, module: Module): HardCoded[] {
  const found: HardCoded[] = [];
  walk(root, (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (node.type.startsWith("TS") && !/^TS(AsExpression|SatisfiesExpression|NonNullExpression)$/.test(node.type))
      return false;
    if (/^(ImportDeclaration|ExportAllDeclaration|ImportExpression)$/.test(node.type)) return false;
    if (isForPrograms(node, module.file)) return false;
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      if (module.translated.has(node.start)) {
        // Its values may hold hard-coded text; its message may not.
        for (const argument of (node.arguments as Node[]).slice(1)) found.push(...textsIn(argument, module));
        return false;
      }
      if (isProgramCall(node.callee as Node)) {
        // The object of the method may hold text: `[…].join(", ")`.
        found.push(...textsIn(node.callee as Node, module));
        return false;
      }
    }
    const text = textOf(node, parent);
    if (text && (looksShown(node, text, parent) || (isShown(node, ancestors) && /\p{L}{2}/u.test(text))))
      if (!isSameEverywhere(text)) found.push({ text, node, parent });
    return undefined;
  });
  return found;
}

const isSameEverywhere = (text: string) =>
  names.test(text.trim()) ||
  fixed.test(text) ||
  text
    .trim()
    .split(/\s+/)
    .every((part) => part === "{}" || hostName.test(part));

function isProgramCall(callee: Node) {
  if (callee.type !== "MemberExpression") return programCalls.test(callee.name ?? "");
  const name = String((callee.property as Node).name ?? "");
  return programCalls.test(name) || (consoleCalls.test(name) && (callee.object as Node).name === "console");
}

/** True if the text is a child of an element, or the value of an attribute or a property that is shown. */
function isShown(node: Node, ancestors: readonly Node[]) {
  let child = node;
  for (const parent of ancestors.toReversed()) {
    if (parent.type === "JSXAttribute") return shown.test(String((parent.name as unknown as Node).name));
    if (parent.type === "Property") return parent.value === child && shown.test(keyOf(parent));
    if (parent.type === "JSXElement" || parent.type === "JSXFragment") return node.type !== "JSXText";
    const passes = {
      ConditionalExpression: parent.test !== child,
      LogicalExpression: parent.right === child || parent.operator !== "&&",
      JSXExpressionContainer: true,
      ParenthesizedExpression: true,
    }[parent.type];
    if (!passes) return false;
    child = parent;
  }
  return false;
}

const keyOf = ({ key }: Node) => String((key as Node).name ?? (key as Node).value);

function isForPrograms(node: Node, file: string) {
  if (node.type !== "JSXAttribute" && node.type !== "Property") return false;
  const name = node.type === "Property" ? keyOf(node) : String((node.name as unknown as Node).name);
  const { type, value } = (node.value ?? {}) as Node;
  if (type === "JSXElement") return false;
  // The summaries of the API's documentation.
  if (/^(summary|description)$/.test(name) && /contract\/src\/endpoints/.test(file)) return true;
  if (technical.test(name)) return true;
  const isCapitalName = node.type === "Property" && name === "name" && /^\p{Lu}\p{Ll}/u.test(String(value));
  return word.test(name) && typeof value === "string" && !value.includes(" ") && !isCapitalName;
}

function textOf(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === "JSXText") return String(node.value).replace(/&\w+;/g, "").replace(/\s+/g, " ").trim();
  if (node.type === "TemplateLiteral")
    return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join("{}");
  if (node.type !== "Literal" || typeof node.value !== "string") return undefined;
  const isCompared = /^(BinaryExpression|SwitchCase)$/.test(parent?.type ?? "") && parent?.operator !== "+";
  const isKey = (parent?.type === "Property" || parent?.type === "MemberExpression") && parent.value !== node;
  return isCompared || isKey ? undefined : node.value;
}

function looksShown(node: Node, text: string, parent: Node | undefined) {
  if (node.type === "JSXText") return /\p{L}{2}/u.test(text);
  const bare = text.replaceAll("{}", "").trim();
  if (parent?.type === "TaggedTemplateExpression") return false;
  if (sentence.test(bare) || afterAbbreviation.test(bare)) return true;
  if (node.type === "TemplateLiteral")
    return !/^[./?#]|[=/]\{\}|-\{\}|\{\}-|:\{\}|[[\]]/.test(text) && /(^|\s)\p{L}{2,}(\s|$|[.,])/u.test(bare);
  return bare.split(/\s+/).length >= 3 && words.test(bare);
}
