// Tasks of people and teams that neither wrote nor received the mail: "Priya needs to …", "Can Priya …?", "The budget must
// be approved by Priya."
import { isOrder } from "./orders.ts";
import { baseForm, startsWithTaskVerb } from "./verbs.ts";

export type ThirdPartyTask = {
  text: string;
  name: string;
  /** "Priya will …" is a task only with a date; "Priya has to …" always is. */
  needsDate: boolean;
};

const word = "\\p{Lu}[\\p{L}'’-]*\\p{Ll}[\\p{L}'’-]*";
const person = `(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx)\\.?\\s)?${word}(?:\\s${word})?`;
const people = `${person}(?:(?:,\\s|\\sand\\s|\\s&\\s)${person}){0,3}`;
const groupNoun =
  "(?:team|department|dept|desk|group|committee|office|board|unit|staff|division|auditors?|accountants?|lawyers?|vendor|supplier|contractor|agency|developers?|engineers?|designers?|managers?|electricians?|plumbers?|caterers?|landlord|architects?|translators?|secretary|assistant|director|controller|technicians?|warehouse|reception)";
const group = `(?:[Tt]he|[Oo]ur|[Yy]our|[Tt]heir)\\s(?:[\\p{L}&-]+\\s){0,2}?${groupNoun}`;
const office = "(?:HR|IT|QA|R&D|PR|Ops)";
const whose = `((?:${people})|(?:${group})|(?:${office}))`;
/** "Priya from Finance", "Priya (Finance)", "Priya, who leads the team,". */
const aside =
  "(?:\\s(?:from|in|at|of)\\s[\\p{L}&][\\p{L}& -]{1,29}?|\\s\\([^)]{1,40}\\)|,\\s(?:who|our|the)\\s[^,]{1,60},)?";
/** "By Friday, …", "Before we can ship, …", "Also, …", "And then …". */
const opening =
  "^(?:[-*•]\\s*)?(?:[^,]{1,80},\\s+|(?:[Aa]nd|[Bb]ut|[Ss]o|[Tt]hen|[Aa]lso|[Nn]ext|[Ff]irst|[Ff]inally|[Mm]eanwhile)\\s+){0,2}";
const adverb = "(?:(?:please|kindly|also|then|first|still|now|really|urgently|quickly|definitely|both|all)\\s+)*";

const hasTo =
  "(?:(?:still\\s|also\\s|really\\s|urgently\\s)?needs?\\sto|(?:still\\s|also\\s)?must|(?:still\\s|also\\s)?(?:has|have)\\sto|should|ought\\sto|(?:is|are)\\s(?:supposed\\s|expected\\s|required\\s|meant\\s)?to|(?:has|have)\\sgot\\sto|had\\sbetter|will\\s(?:have|need)\\sto|(?:has|have)\\s(?:agreed|promised|offered|undertaken)\\sto|agreed\\sto|promised\\sto|offered\\sto)";
const will = "(?:(?:will|shall|'ll)|(?:is|are)\\s(?:going|planning)\\sto|plans?\\sto|intends?\\sto)";

type Form = { test: RegExp; name: number; rest: number; needsDate?: boolean; isGerund?: boolean };
const form = (source: string, name: number, rest: number, options: Partial<Form> = {}): Form => ({
  test: new RegExp(source, "u"),
  name,
  rest,
  ...options,
});

const active: Form[] = [
  form(`${opening}${whose}${aside}\\s(?:${hasTo})\\s+${adverb}(.+)$`, 1, 2),
  form(`${opening}${whose}${aside}\\s?(?:${will})\\s+${adverb}(.+)$`, 1, 2, { needsDate: true }),
  form(`${opening}(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill|[Ss]hould)\\s${whose}${aside}\\s+${adverb}(.+)\\?`, 1, 2),
  form(`\\b(?:if|[Pp]erhaps|[Mm]aybe)\\s${whose}${aside}\\s(?:could|can|would|might)\\s+${adverb}(.+)$`, 1, 2),
  form(
    `\\b(?:I|[Ww]e)(?:'d|\\swould|\\salso|\\sstill|\\sreally|\\swill|'ll)*\\s(?:need|want|like|expect|require|love)\\s(?:for\\s)?${whose}${aside}\\sto\\s+${adverb}(.+)$`,
    1,
    2,
  ),
  form(
    `\\b(?:I|[Ww]e)(?:'ve|\\shave)?(?:\\salso|\\sjust|\\salready)?\\s(?:asked|told|reminded|instructed)\\s${whose}${aside}\\sto\\s+${adverb}(.+)$`,
    1,
    2,
  ),
  // "Ines is revising them and will send them in by 7 July"
  form(
    `${opening}${whose}${aside}\\s(?:is|are)\\s\\p{L}+ing\\b[^,;.]{0,40}?,?\\sand\\s(?:will|'ll)\\s+${adverb}(.+)$`,
    1,
    2,
    { needsDate: true },
  ),
  form(`\\bwaiting\\s(?:for|on)\\s${whose}${aside}\\sto\\s+${adverb}(.+)$`, 1, 2),
  form(`\\bup\\sto\\s${whose}${aside}\\sto\\s+${adverb}(.+)$`, 1, 2),
  form(
    `${opening}${whose}${aside}\\s(?:is|are|will\\sbe)\\s(?:responsible\\sfor|in\\scharge\\sof|to\\stake\\scare\\sof|taking\\scare\\sof)\\s+(\\p{L}+ing\\s.+)$`,
    1,
    2,
    { isGerund: true },
  ),
];

const passive = new RegExp(
  `${opening}(?:[Tt]he\\s|[Aa]ll\\s|[Tt]his\\s|[Tt]hese\\s|[Oo]ur\\s|[Yy]our\\s|[Aa]n?\\s)?(\\S.{0,79}?)\\s(?:must|should|needs?\\sto|(?:has|have)\\sto|(?:is|are)\\sto|will\\s(?:have|need)\\sto)\\s(?:still\\s|also\\s|first\\s)?be\\s(?:(?:formally|properly|fully|finally|also|first)\\s)?(\\p{L}+)\\s(.{0,60}?)\\bby\\s${whose}(?=[\\s.,;!]|$)(.*)$`,
  "u",
);

/** The task of the person or team that the clause names as its doer. */
export function thirdPartyTask(clause: string): ThirdPartyTask | null {
  return passiveTask(clause) ?? activeTask(clause);
}

function activeTask(clause: string): ThirdPartyTask | null {
  for (const { test, name, rest, needsDate = false, isGerund = false } of active) {
    const match = test.exec(clause);
    const who = nameOf(match?.[name]);
    if (!match || !who) continue;
    const given = (match[rest] ?? "").trim();
    const text = isGerund ? given.replace(/^\p{L}+/u, baseForm) : given;
    if (
      !(startsWithTaskVerb(text) || otherTask.test(text) || (!needsDate && !clause.includes("?") && isOrder(text))) ||
      isState.test(text)
    )
      continue;
    if (needsDate && isNews.test(text)) continue;
    return { text, name: who, needsDate };
  }
  return null;
}

function passiveTask(clause: string): ThirdPartyTask | null {
  const match = passive.exec(clause);
  const who = nameOf(match?.[4]);
  if (!match || !who) return null;
  const [, what = "", participle = "", between = "", , after = ""] = match;
  const verb = baseOfParticiple(participle);
  if (!verb) return null;
  const article =
    /(?:^|,\s+)((?:the|all|this|these|our|your|an?)\s)/iu.exec(
      clause.slice(0, match.index + clause.indexOf(what)),
    )?.[1] ?? "";
  return {
    text: `${verb} ${article.toLowerCase()}${what} ${between}${after}`.replace(/\s+/g, " "),
    name: who,
    needsDate: false,
  };
}

/** The name as a list of owners shows it, without an article; undefined if it names no person or team. */
function nameOf(found: string | undefined): string | undefined {
  const name = found?.replace(/^(?:the|our|your|their)\s/i, "");
  if (!name || notAPerson.test(name) || /['’]s$/.test(name)) return undefined;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const notAPerson =
  /^(?:(?:You|We|I|They|He|She|It|That|There)['’]\p{L}+|The|This|That|These|Those|It|There|Here|He|She|They|We|You|I|If|When|What|Who|Where|How|Why|Our|Your|My|His|Her|Their|A|An|Next|Also|And|But|So|Then|Please|Note|Thanks|Sorry|Hi|Hello|Dear|Today|Tomorrow|Tonight|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|January|February|March|April|May|June|July|August|September|October|November|December|EOD|COB|End|Noon|Midnight|Everyone|Everybody|All|Yes|No|Sure|Ok|Okay|As|In|On|At|For|From|To|With|Once|After|Before|Let|Just|Re|Fwd|Subject|Update|Reminder|Action|Customers?|Clients?|Nobody|Whoever|Whichever|Someone|Somebody|Anyone|Anybody|Some|Most|Many|Both|Each|Every|Nothing|Everything|Things?|People|Prices?|Payments?|Meetings?|Details?|Agenda|Status|Location|Time|Date|Deadline|Question|Request|Task|Step|Orders?|Users?|Visitors?|Guests?|Passengers?|Members?|Participants?|Applicants?|Students?|Employees|Tests?|Changes?|Files?|Documents?|Reports?|Invoices?|Emails?|Mails?|Tickets?)(?:day)?(?=\s|$)/u;

/** Verbs that make a task only after a name; alone they begin too many other sentences. */
const otherTask =
  /^(?:allocate|answer|bake|borrow|carry|catch|choose|claim|cook|count|cover|deal|delegate|demonstrate|deposit|drive|drop|empty|feed|fetch|fly|hand|hire|iron|label|lead|lend|load|lock|lower|negotiate|observe|paint|photograph|practise|proofread|quote|rehearse|rent|restock|ring|scrap|seal|stock|sweep|tidy|type|unlock|unpack|wash|water|weigh|wire|withdraw)\b/i;

/** "The office will close early on Friday." */
const isNews =
  /^(?:open|close|move|meet|start|stop|launch)\b(?!\s+(?:the|a|an|our|your|this|that|these|those|it|up|with)\b)/i;

/** A state is not a task: what a person is, has or learns. */
const isState =
  /^(?:have|see|get|receive|view|stay|watch|wait|use|know|be)\b(?!\s+(?:(?:it|them|the|this|that|a|an)\s.*\b(?:ready|done|signed|fixed|checked)\b|back to\b|in touch\b))/i;

const irregular: Record<string, string> = {
  sent: "send",
  paid: "pay",
  done: "do",
  written: "write",
  rewritten: "rewrite",
  made: "make",
  given: "give",
  taken: "take",
  put: "put",
  set: "set",
  cut: "cut",
  read: "read",
  bought: "buy",
  brought: "bring",
  built: "build",
  kept: "keep",
  left: "leave",
  held: "hold",
  told: "tell",
  met: "meet",
  found: "find",
  chosen: "choose",
  drawn: "draw",
  shown: "show",
  sold: "sell",
  spoken: "speak",
  split: "split",
  reset: "reset",
  run: "run",
  got: "get",
  gotten: "get",
  redone: "redo",
  resent: "resend",
};

/** "approved" → "approve", "signed" → "sign", "planned" → "plan", "copied" → "copy", "sent" → "send"; undefined if it is not a task. */
function baseOfParticiple(participle: string): string | undefined {
  const lower = participle.toLowerCase();
  const known = Object.hasOwn(irregular, lower) ? irregular[lower] : undefined;
  if (known || !lower.endsWith("ed")) return known;
  const root = lower.slice(0, -2);
  const candidates = [root, `${root}e`, root.replace(/(.)\1$/, "$1"), root.replace(/i$/, "y")];
  return candidates.find((candidate) => startsWithTaskVerb(candidate));
}
