import type { Tone } from "@intellibox/contract/rules/choices";
import type { SpokenClause } from "../intents/read-intent.ts";

/** How grave the subject of a mail is. A grave mail has no cheerful sentence, whatever its tone. */
export type Gravity = "light" | "serious" | "mourning";

const mourning =
  /\b(?:condolences?|passed away|died|dies|death|deceased|funeral|bereave\w*|sorry for (?:your|his|her|their) loss|loss of (?:his|her|their|your|my|our|the) (?:mother|father|wife|husband|son|daughter|brother|sister|parents?|child|baby|partner|colleague|grand\p{L}+)|suicide|memorial service)\b/iu;
const serious =
  /\b(?:terminat\w*|dismiss\w*|fired?|lay(?:ing)?[ -]?offs?|laid off|redundan\w*|legal|lawyers?|attorneys?|solicitors?|court|lawsuit|sue|suing|breach\w*|liab\w*|complain\w*|overdue|unpaid|owes?|arrears|debts?|collection agency|fraud\w*|accidents?|injur\w*|illness|ill|sick\w*|hospital\w*|surgery|cancer|diagnos\w*|harass\w*|bull(?:y|ied|ying)|discriminat\w*|theft|stolen|stole|damage[ds]?|defect\w*|broken|faulty|outages?|data (?:leak|loss)|breakdown|fail(?:ed|ure|s)?|recall\w*|warning|violat\w*|safety|police|evict\w*|insolven\w*|bankrupt\w*|resign\w*|unacceptable|disappoint\w*|contaminat\w*|mould|mold|leak\w*|fire|flood\w*|emergenc\w*|mistakes?|errors?|wrong|reject\w*|not (?:pay|able to pay)|can(?:'t|not) pay|refunds?|dispute\w*|deadline missed|late payments?|penalt\w*|delay\w*|apolog\w*|sorry|cancel\w*|clos(?:ed|ing|ure)|cuts?|price increase|(?:second|third|last|final) (?:reminder|notice)|next time we|or else)\b/i;

export function gravityOf(words: string, clauses: SpokenClause[]): Gravity {
  if (clauses.some(({ act }) => act === "condole") || mourning.test(words)) return "mourning";
  if (
    clauses.some(
      ({ act }) =>
        act === "complain" || act === "resign" || act === "decline" || act === "apologize" || act === "cancel",
    )
  )
    return "serious";
  return serious.test(words) ? "serious" : "light";
}

/** The tone in which a grave matter can be said. */
export function soberTone(tone: Tone, gravity: Gravity): Tone {
  if (gravity === "mourning") return tone === "enthusiastic" || tone === "friendly" ? "empathetic" : tone;
  return gravity === "serious" && tone === "enthusiastic" ? "friendly" : tone;
}
