/** Selectors of mail: of a checked form, which is written again for the frame and matched by the reader of hidden text. */
import { mailBodyClass, mailClass } from "@intellibox/contract/html/mail-style";
import type { CssNode, Selector as SelectorNode } from "css-tree";

/** The conditions on one element. */
export type Compound = {
  tag: string;
  classes: string[];
  ids: string[];
  /** Conditions on the class attribute other than having a class, and on the state or place of the element. */
  others: string[];
  /** How it relates to the compound before it. */
  combinator: "" | " " | ">" | "+" | "~";
};

const maxCompounds = 8;
const name = /^-?[a-z_][\w-]{0,99}$/i;
const states = new Set([
  "hover",
  "active",
  "focus",
  "link",
  "visited",
  "first-child",
  "last-child",
  "only-child",
  "empty",
]);
const nth = /^[+-]?\d{1,4}$/;

/** Undefined if the selector has any other condition: it could read the mail or match what a mail should not style. */
export function readSelector(node: SelectorNode): Compound[] | undefined {
  const compounds: Compound[] = [newCompound("")];
  for (const part of node.children.toArray()) {
    const last = compounds.at(-1) as Compound;
    if (part.type === "Combinator") {
      if (!/^[ >+~]$/.test(part.name) || compounds.length >= maxCompounds) return undefined;
      compounds.push(newCompound(part.name as Compound["combinator"]));
    } else if (!addCondition(last, part)) return undefined;
  }
  return compounds;
}

const newCompound = (combinator: Compound["combinator"]): Compound => ({
  ...{ tag: "", combinator },
  ...{ classes: [], ids: [], others: [] },
});

function addCondition(compound: Compound, part: CssNode): boolean {
  switch (part.type) {
    case "TypeSelector":
      compound.tag = part.name.toLowerCase();
      return part.name === "*" || /^[a-z][a-z0-9]{0,20}$/i.test(part.name);
    case "ClassSelector":
      return name.test(part.name) && compound.classes.push(part.name) < 10;
    case "IdSelector":
      return name.test(part.name) && compound.ids.push(part.name) < 5;
    case "AttributeSelector":
      return addAttribute(compound, part);
    case "PseudoClassSelector":
      return addState(compound, part);
    default:
      return false;
  }
}

/** Only the class and the id, which the sender chose for this purpose. */
function addAttribute(
  compound: Compound,
  { name: { name: attribute }, matcher, value, flags }: CssNode & { type: "AttributeSelector" },
) {
  const wanted = value?.type === "String" ? value.value : (value?.name ?? "");
  if (!name.test(wanted) || flags || wanted.startsWith("ib-")) return false;
  const isWhole = matcher === "=" || matcher === "~=";
  if (/^class$/i.test(attribute) && isWhole) return compound.classes.push(wanted) < 10;
  if (/^id$/i.test(attribute) && matcher === "=") return compound.ids.push(wanted) < 5;
  if (!/^class$/i.test(attribute) || !/^[*^$]=$/.test(matcher ?? "")) return false;
  return compound.others.push(`[class${matcher}"${wanted}"]`) < 5;
}

function addState(compound: Compound, { name: state, children }: CssNode & { type: "PseudoClassSelector" }) {
  if (!children) return states.has(state.toLowerCase()) && compound.others.push(`:${state.toLowerCase()}`) < 5;
  const [only, ...more] = children.toArray();
  if (!/^nth-(?:last-)?child$/i.test(state) || only?.type !== "Nth" || only.selector || more.length > 0) return false;
  const { nth: place } = only;
  const formula =
    place.type === "Identifier"
      ? place.name.toLowerCase()
      : [place.a && `${place.a}n`, place.b].filter(Boolean).join("+");
  const isFormula =
    place.type === "Identifier"
      ? /^(?:odd|even)$/.test(formula)
      : [place.a, place.b].every((part) => part === null || nth.test(part) || /^[+-]$/.test(part));
  return (
    isFormula && compound.others.push(`:${state.toLowerCase()}(${formula.replace("+-", "-").replace("+n", "n")})`) < 5
  );
}

/** The class that stands for an id in the frame. Ids themselves could stand in for properties of the page. */
export const idClass = (id: string) => `ib-id-${id}`;

/**
 * The class that stands for a class of the mail. Names like ours get a prefix: a forwarded mail that we wrote keeps its rules, and no
 * mail can use our names. A mail that was forwarded twice gets two, so that the rules of the outer mail do not reach the inner one.
 */
export const shownClass = (given: string) => (/^(?:x-)*ib-/.test(given) ? `x-${given}` : given);

/** Whether the rule applies at all times, and to nothing but elements, classes and ids. */
export const isPlain = (compounds: Compound[]) => compounds.every(({ others }) => others.length === 0);

/** The selector for the frame, which matches nothing outside the mail. */
export function writeSelector(compounds: Compound[]): string {
  const [first] = compounds;
  const isRoot = first?.tag === "html";
  return compounds.reduce(
    (text, compound, at) => `${text}${spaced(compound.combinator)}${writeCompound(compound, at === 0)}`,
    isRoot ? "" : `.${mailClass} `,
  );
}

const spaced = (combinator: Compound["combinator"]) => (combinator === " " ? " " : combinator);

function writeCompound({ tag, classes, ids, others }: Compound, isFirst: boolean): string {
  const element = tag === "html" && isFirst ? `.${mailClass}` : tag === "body" ? `.${mailBodyClass}` : tag;
  // An id counts more than any class. Three times the same class counts as three.
  const marks = [...classes.map((one) => `.${shownClass(one)}`), ...ids.map((id) => `.${idClass(id)}`.repeat(3))];
  return `${element}${marks.join("")}${others.join("")}` || "*";
}

/** Orders rules by how specific they are. */
export const specificity = (compounds: Compound[]) =>
  compounds.reduce(
    (sum, { tag, classes, ids, others }) =>
      sum + ids.length * 10_000 + (classes.length + others.length) * 100 + (tag && tag !== "*" ? 1 : 0),
    0,
  );
