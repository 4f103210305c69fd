/** Finds the declarations of a mail's style sheet for an element, for reading which text is hidden. */
import type { SheetStyle, StyledElement } from "@intellibox/contract/html/visible";
import { type Compound, isPlain, specificity } from "./selectors.ts";
import { readSheets } from "./sheet.ts";
import { type CssDeclaration, textOfDeclaration } from "./style.ts";

/** Properties that decide whether text is seen. */
const decisive =
  /^(?:display|visibility|opacity|font-size|color|background|background-color|height|max-height|width|max-width|overflow|clip|clip-path|text-indent|left|top|right|margin-left|margin-top|transform|mso-hide)$/;
/** Steps of matching for one mail. Beyond them, text counts as visible. */
const maxSteps = 2_000_000;

type LookRule = { selector: Compound[]; weight: number; before: string; after: string };

/** Undefined if the mail has no sheet. Rules for some widths, states or siblings are left out: they do not hide text for everyone. */
export function sheetStyle(html: string): SheetStyle | undefined {
  if (!/<style/i.test(html)) return undefined;
  const rules = readSheets(html).flatMap(({ selectors, declarations, media }): LookRule[] => {
    const looks = media.length > 0 ? [] : declarations.filter(({ property }) => decisive.test(property));
    if (looks.length === 0) return [];
    const [before, after] = [textOf(looks, false), textOf(looks, true)];
    return selectors
      .filter((selector) => isPlain(selector) && selector.every(({ combinator }) => /^[ >]?$/.test(combinator)))
      .map((selector) => ({ selector, weight: specificity(selector), before, after }));
  });
  if (rules.length === 0) return undefined;
  return styleOf(rulesByKey(rules.sort((a, b) => a.weight - b.weight)));
}

const textOf = (declarations: CssDeclaration[], isImportant: boolean) =>
  declarations
    .filter((declaration) => declaration.isImportant === isImportant)
    .map((declaration) => textOfDeclaration({ ...declaration, isImportant: false }))
    .join(";");

/** Rules by what their last compound needs: an id, a class, a tag or nothing. */
function rulesByKey(rules: LookRule[]): Map<string, { rule: LookRule; order: number }[]> {
  const byKey = new Map<string, { rule: LookRule; order: number }[]>();
  for (const [order, rule] of rules.entries()) {
    const { ids, classes, tag } = rule.selector.at(-1) as Compound;
    const key = ids[0] ? `#${ids[0]}` : classes[0] ? `.${classes[0]}` : tag || "*";
    const same = byKey.get(key);
    if (same) same.push({ rule, order });
    else byKey.set(key, [{ rule, order }]);
  }
  return byKey;
}

function styleOf(byKey: Map<string, { rule: LookRule; order: number }[]>): SheetStyle {
  let left = maxSteps;
  return (element, ancestors) => {
    const keys = ["*", element.name, ...element.classes.map((name) => `.${name}`), `#${element.id}`];
    const found: { rule: LookRule; order: number }[] = [];
    for (const key of new Set(keys)) {
      for (const candidate of byKey.get(key) ?? []) {
        if (left <= 0) break;
        const steps = matching(candidate.rule.selector, element, ancestors);
        left -= Math.abs(steps);
        if (steps > 0) found.push(candidate);
      }
    }
    found.sort((a, b) => a.order - b.order);
    return {
      before: found.map(({ rule }) => rule.before).join(";"),
      after: found.map(({ rule }) => rule.after).join(";"),
    };
  };
}

/**
 * The steps it took, negative if the selector does not match. A descendant takes the nearest ancestor that fits: selectors of mail need
 * no other, and trying all would take time that grows with the depth for each compound.
 */
function matching(selector: Compound[], element: StyledElement, ancestors: StyledElement[]): number {
  let steps = 1;
  let at = selector.length - 1;
  if (!fits(selector[at] as Compound, element)) return -steps;
  let depth = ancestors.length - 1;
  while (at > 0) {
    const { combinator } = selector[at] as Compound;
    at--;
    const wanted = selector[at] as Compound;
    let isFound = false;
    while (depth >= 0 && !isFound) {
      steps++;
      isFound = fits(wanted, ancestors[depth] as StyledElement);
      depth--;
      if (combinator === ">") break;
    }
    if (!isFound) return -steps;
  }
  return steps;
}

const fits = ({ tag, classes, ids }: Compound, element: StyledElement) =>
  (tag === "" || tag === "*" || tag === element.name) &&
  classes.every((name) => element.classes.includes(name)) &&
  ids.every((id) => id === element.id);
