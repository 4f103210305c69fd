import { tokensOf } from "../text/parts-of-speech.ts";
import { isNoOwner } from "./no-owners.ts";
import { assignmentsIn, isAnnouncement, obligations } from "./obligations.ts";
import { isOrder } from "./orders.ts";
import { politeRequests } from "./polite-requests.ts";
import { addressed, type Pattern, pattern, type Task } from "./task.ts";
import { clausesOf, split, withoutComment } from "./task-clauses.ts";
import { conditionForAnybody, isCase, isForAnybody, isOptional, isSuggested } from "./task-conditions.ts";
import { thirdPartyTask } from "./third-parties.ts";
import { baseForm, startsWithTaskVerb } from "./verbs.ts";

/** The tasks of one sentence. The first pattern that matches a clause decides. */
export function tasksIn(sentence: string): Task[] {
  const text = sentence
    .replace(/^[\s•·*+–>-]+/, "")
    .replace(/^\(?\d{1,2}[.)]\s+/, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/,\s+(?:otherwise|or else)\b.*$/i, "")
    .slice(0, 600);
  const isOpenQuestion =
    /^(?:what|when|where|who|which|why|how)\b(?:.*\?|\s(?:\S+\s){0,3}?(?:could|can|would|will|do|did) (?:you|we|i)\b)/i.test(
      text,
    );
  if (
    !text ||
    isOpenQuestion ||
    boilerplate.test(text) ||
    (isOptional.test(text) && !isSuggested.test(text)) ||
    isCase.test(text) ||
    isForAnybody(text)
  )
    return [];
  const assigned = assignmentsIn(text);
  if (assigned.length > 0) return assigned;
  const tasks: Task[] = [];
  for (const clause of clausesOf(text)) {
    if (boilerplate.test(clause) || (isOptional.test(clause) && !isSuggested.test(clause))) continue;
    const task = taskIn(clause);
    if (!task || !hasSubstance(task.text) || isNoTask.test(task.text)) continue;
    // "Would you accept the new rent?" and "can you do 600 instead of 500?" ask for a decision.
    if (clause.includes("?") && (decides.test(task.text) || isQuestionToAnswer(task))) continue;
    // "I'll pay the postage, of course" offers something in a case that need not occur.
    if (task.who === "sender" && isOffer.test(task.text)) continue;
    // "Send me the list and I'll sign it": the promise depends on the request.
    if (task.who === "sender" && tasks.some(({ who }) => who !== "sender") && isReturn.test(text)) continue;
    const short = withoutComment(task.text);
    // "We need the text, and the printer wants it by 22 May": the remark holds the date of the task.
    const isPart = short !== task.text && !setsItsDate.test(task.text.slice(short.length));
    // "I want the whole amount refunded": a claim is a task only when somebody has accepted it.
    tasks.push(
      ...split(short === task.text ? task : { ...task, text: short, ...(isPart ? { isPart } : {}) }).filter(
        (part) => !isClaim.test(part.text) && !isNoTask.test(part.text),
      ),
    );
  }
  const condition = conditionForAnybody.exec(text)?.[1];
  if (condition)
    for (const task of tasks)
      task.text = task.text.replace(
        /^((?:tell|let|inform|write|say)(?: (?:me|us|to me|to us|so))?(?: know)?)\b/i,
        `$1 ${condition.charAt(0).toLowerCase()}${condition.slice(1)}`,
      );
  // In "our customer needs them by Friday, so please send them" only the request is a task.
  const asked = tasks.filter(
    ({ isDeadline, text: wish }) =>
      // "I don't have a number, can you ask Mila?": the request says how the lack is met.
      !(wish.startsWith("Provide ") && (isDeadline || (tasks.length > 1 && isLack.test(text)))),
  );
  return asked.length > 0 ? asked : tasks;
}

const setsItsDate =
  /(?:\bso|,)\s+(?:by|before|until|no later than)\b|\b(?:it|them|these|those)\b.{0,24}\b(?:by|before|until|no later than|not later than)\b/i;
const decides =
  /^(?:accept|prefer|consider|be willing|afford|imagine|manage|live with|agree|do \d|offer|match|go (?:down|up|lower)|come down|wait|spare|lend)\b|^(?:do|make|start|deliver|come|hold|keep|have|take)\b.*\b(?:instead(?: of)?|earlier|sooner|later|cheaper|for less|at the same price)\b/i;
/** "Could you tell me what they are?" is answered, and only a day makes a task of it. */
const isQuestionToAnswer = ({ text }: Task) =>
  /^(?:tell|let) (?:me|us) (?:know )?(?:what|whether|if|how|when|which|who|where|why)\b/i.test(text) &&
  !/\b(?:by|before|until|today|tomorrow|tonight|asap)\b|day\b/i.test(text);
const isOffer =
  /^(?:pay|cover|bear|refund|reimburse)\b(?!.*\b(?:by|on|before|today|tomorrow|\d{1,2}(?:st|nd|rd|th))\b)|,? of course[.!]?$|^(?:not |never )/i;
export const isClaim =
  /^(?:provide|give|send)\b.*\b(?:refund\w*|(?:money|amount|fees?) back|compensation|apology)\b|^(?:confirm|admit|accept|acknowledge)\b.*\b(?:liability|liable|fault|blame|responsib\w+)\b/i;
const isLack = /\b(?:don't|do not|haven't|have not)\b/i;

/** Prohibitions, remarks and suggestions, which are no tasks. */
const isNoTask =
  /^do (?:it|so|that),?\s+(?:it|that|they|he|she)(?:['’]s|\s(?:is|are|will))\b|^(?:(?:do|does|did|have|are|is) (?:you|we|they|i)\b|mind (?:the|that|this)\b|take your time\b|insist\b|join us|celebrate with us|come and (?:see|celebrate|join))\b|^(?:ring|call|phone|e-?mail|contact) (?:me|us)\b.*\bor (?:just )?(?:reply|answer|respond)\b|^(?:do not|don't|never|not)\b|^find\b.*\b(?:attached|enclosed)\b|^help\W*$|^(?:note|bear in mind|be aware|rest assured|be advised|keep in mind)\b|^(?:feel|come) (?:free|in|over)\b|\bif (?:so|not|needed|necessary|required|you like|you wish|you want|you prefer)[.!]?$|^do (?:it|this|that)\b.*\b(?:way|instead|differently)\b|^go ahead\b(?! and\b)|^back\b|^(?:ring|call|contact|phone|tell|text|e-?mail) (?:me|us|him|her|them|the \p{L}+) if (?:he|she|it|they|there|the|any\p{L}*|something)\b|\b(?:at any time|any time|anytime|whenever you like|whenever it suits|at your (?:own )?(?:leisure|convenience))[.!]?$|^(?:help yourself|enjoy|have fun|forget (?!to\b)|ignore|disregard|never mind|see|imagine|trust|believe|guess|bet)\b/iu;
const isReturn = /\b(?:and|then)\s+(?:i|we)(?:'ll| will)\b/i;

const boilerplate =
  /\b(?:feel free|hesitate|(?:please|kindly) (?:note|be advised|be aware|find (?:attached|enclosed|below|the attached)|see (?:attached|below|the attached)|accept (?:my|our)|ignore|disregard|excuse|forgive|do not reply|don't reply|consider the environment|bear with|stay tuned)|if you have (?:any|further|more)? ?(?:questions?|queries|concerns)|any (?:further )?questions|unsubscribe|view (?:this|it) (?:email|in your browser)|click (?:here|below|the (?:link|button))|quote (?:the|this|your) .{0,30}(?:number|reference)|for your records|save \d+ ?%|\d+ ?% off|shop now|(?:order|buy|book|sign up|register) (?:now|today)\b|free shipping|don't miss|limited time|learn more|follow us|earn (?:points|rewards)|find (?:attached|enclosed)|only if|(?:please |kindly )?(?:remember|bear in mind|be aware) that\b|(?:do not|don't) (?:call|reply|answer|respond|worry|panic|be|miss)\b|(?:do|does) not need to|otherwise (?:i|we) (?:will|'ll|shall)|(?:^|,\s)see (?:below|above|attached)|(?:^|,\s)(?:talk|speak|write|catch up|hear) (?:to you |with you |from you )?soon|(?:^|,\s)see you\b|let (?:me|us) know (?:once|when|how)\b|no (?:action|reply|response) (?:is )?(?:required|needed|necessary)|look(?:ing)? forward|thank you|thanks for|^take care\W*$|have a (?:great|good|nice)|let me know if (?:you (?:need|have|want|would like)|there(?:'s| is)|i can|that works|this works|any)|(?:you|we) (?:will|'ll) (?:receive|get|find|be)\b)/i;

const adverbs =
  "(?:please|kindly|also|just|maybe|perhaps|possibly|quickly|then|both|all|still|be able to|be so kind as to|be kind enough to|take a moment to|at least)";
const greetingWord =
  "(?:(?:sure|ok|okay|great|yes|yep|no problem|of course|hi|hello|also|and|so|but|then|next|finally|first|second|anyway|meanwhile|in the meantime|otherwise|reminder|action|todo|to do|ps|p\\.s\\.?)[,:!-]?\\s+)*";
const vocative =
  "(?:(@?\\p{Lu}[\\p{L}'’-]+(?:(?:\\s+and\\s+|\\s*[,/&]\\s*|\\s)\\p{Lu}[\\p{L}'’-]+){0,2})\\s*[,:–—-]+\\s*)?";

const patterns: Pattern[] = [
  ...politeRequests,
  pattern("\\bwould you mind (\\p{L}+ing)\\b(.*)$", ([, verb, rest]) => addressed(`${baseForm(verb ?? "")}${rest}`)),
  pattern(
    `\\b(?:can|could|would|will|might)\\s+(?:you|u|your (?:people|crew|guys|colleagues|lads|folks|men)|(?:someone|somebody|anyone|one)(?:\\s+(?:on|in|from|of)\\s+(?:your|the)\\s+\\p{L}+(?:\\s+(?:team|office|side|department))?)?|one of you)(?:\\s+and\\s+\\p{L}+)?\\s+(?:${adverbs}\\s+)*(.+)$`,
    ([, rest]) => verbPhrase(rest),
  ),
  pattern(
    `(?<!\\b(?:know|tell|confirm|say|inform|hear|see)\\b.{0,40})\\b(?:if|whether) you (?:could|would|can|might)\\s+(?:${adverbs}\\s+)*(.+)$`,
    ({ 0: whole, 1: rest, input, index }) =>
      isPoliteIf.test(whole) || !isKindlyAsked.test(input.slice(0, index)) ? null : verbPhrase(rest),
  ),
  pattern(`\\b(?:don't|do not|please don't) forget to\\s+(.+)$`, ([, rest]) => verbPhrase(rest)),
  pattern(`\\b(?:remember|be sure|make sure|try)\\s+(?:to|that you|you)\\s+(.+)$`, ([, rest]) => verbPhrase(rest)),
  pattern(`\\b(?:please|pls|plz|kindly)\\s+(?:${adverbs}\\s+)*(.+)$`, ([, rest]) => verbPhrase(rest)),
  pattern(
    `\\b(?:i|we)(?:'d| would)?(?: also| really)?\\s+(?:need|want|like|expect|ask|require|advise|encourage)\\s+(?:for\\s+)?you\\s+(?:all\\s+)?to\\s+(.+)$`,
    ([, rest]) => verbPhrase(rest),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would)(?: also| really| very much)?\\s+(?:appreciate|like|love|welcome|value)\\s+(?:to (?:have|get|hear)\\s+)?(your\\s+.+)$",
    ([, rest]) => addressed(`Give ${rest}`),
  ),
  pattern(
    "(?<!\\b(?:do|does|did|would|should|if|whether|what|when)\\s)\\b(?:i|we)(?: also| still| really| urgently)?(?:'ll| will)?\\s+(?:need|require|want|am waiting for|are waiting for|'m waiting for)\\s+((?:your|the|a|an|these|those|this|that|some|all|both|any|\\d+)\\s.+)$",
    ([, rest]) => addressed(`Provide ${rest}`),
  ),
  // "I also need photos of the damp bags"
  pattern(
    "^(?:.{0,80}[,;:.]\\s+)?(?:i|we)(?: also| still| really| urgently)?(?:'ll| will)?\\s+(?:need|require|would need)\\s+(\\p{L}{3,}s\\s(?:of|from|for|showing|about)\\s.+)$",
    ([, rest]) =>
      /^(?:hours|days|weeks|months|minutes|years)\b/i.test(rest ?? "") ? null : addressed(`Provide ${rest}`),
  ),
  pattern(
    `\\b(?:can|could|may)\\s+(?:i|we)\\s+(?:${adverbs}\\s+)*(?:have|receive)\\s+((?:the|your|a copy|copies|an?\\s\\p{L}+\\sof)\\s.+)$`,
    ([, rest]) => addressed(`Provide ${rest}`),
  ),
  pattern(`\\b(?:can|could)\\s+we\\s+(?:${adverbs}\\s+)*(.+)$`, ([, rest]) =>
    isPermitted.test(rest ?? "") ? null : verbPhrase(rest),
  ),
  pattern(
    "^(?:(?:and|but|so|also)\\s+)?(.{3,60}?)\\s+(?:comes?|will come|follows?|will follow)\\s+from\\s+(?:me|us)\\b(.*)$",
    ([, what, when]) => (isPronoun.test(what ?? "") ? null : { text: `Send ${what}${when}`, who: "sender" }),
  ),
  // "It's fine with her if we both sign the sheet before noon": the condition is what has to be done.
  pattern(
    "\\b(?:fine|ok|okay|happy|good|agreeable)\\b.{0,30}?\\bif (?:we|you)(?: both| all)?\\s+(?!could|would|can|have|had|are|were|like|want)(\\p{L}+\\s[^,;]+\\b(?:by|before|until)\\b[^,;]+)",
    ([, rest]) => (isOrder(rest ?? "") ? addressed(rest ?? "") : null),
  ),
  pattern(
    "(?:^|[,;:]\\s+|\\b(?:so|and|then|but|ok|okay|please)\\s+)(?:let's|lets|let us)\\s+(?:also\\s+|just\\s+)?(.+)$",
    ([, rest]) => withWho(verbPhrase(rest), "nobody"),
  ),
  pattern(
    `^${greetingWord}let me\\s+((?:check|look|find|get|talk|ask|see|speak|confirm|discuss|review|think|double-check|run|verify|follow)\\b.+)$`,
    ([, rest]) => withWho(verbPhrase(rest), "sender"),
  ),
  pattern(
    `^(?:.*[,:]\\s+)?${greetingWord}(?:[^,]{0,60},\\s+)?(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to|'m planning to| am planning to| plan to| intend to| promise to|'ve got to| have to| need to| must)\\s+(?:also\\s+|then\\s+|definitely\\s+|certainly\\s+|gladly\\s+|happily\\s+|personally\\s+)*(.+)$`,
    ([, rest]) => commitment(rest),
  ),
  pattern(
    "\\bwould be (?:great|good|helpful|nice|useful|ideal|perfect|wonderful|lovely|kind|appreciated) to (?:have|get|receive|see)\\s+(.+)$",
    ([, rest]) => addressed(`Provide ${rest}`),
  ),
  pattern(
    "(?:^|,\\s+)you(?:'ll| will)?\\s+(?!be|get|receive|find|see|have|know|want|like)(\\p{L}+\\s.+)$",
    ([, rest]) => (startsWithTaskVerb(rest ?? "") ? verbPhrase(rest) : null),
  ),
  pattern(
    "\\byou(?:'ll| will)? (?:only |just |also |still )?(?:need to|have to|should|must|ought to|are to|'ve got to)\\s+(?:also\\s+|then\\s+|only\\s+)?(.+)$",
    ([, rest]) => verbPhrase(rest),
  ),
  pattern(
    "^(?:and\\s+)?you can\\s+(?:then\\s+|also\\s+)?((?:take a look|look|review|send|check|comment|sign|pick|bring|start|finish|test|try)\\b.+)$",
    ([, rest]) => verbPhrase(rest),
  ),
];

// Case matters here: the subject is a name.
const namedPatterns: Pattern[] = [
  pattern(
    "^(?:Action|ACTION|TODO|Next step|Reminder)?:?\\s*@?(\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?(?:\\s+and\\s+\\p{Lu}[\\p{L}'’-]+)?)\\s*(will|to|should|must|is going to|is to|has to|needs to|'ll|can you|could you|please|can|,|:|-|–|—|→)\\s+(?:please\\s+|also\\s+|can you\\s+|could you\\s+)?(.+)$",
    ([, name, link, rest]) => namedTask(name ?? "", link ?? "", rest ?? ""),
    "u",
  ),
];

/** After a name with a mark ("Carl: …", "Ada, …") only a verb makes a task; "Ada, Finn here" is none. */
function namedTask(name: string, link: string, rest: string): Task | null {
  const isMark = /^\W+$/.test(link);
  if (
    isNoOwner(name) ||
    (isMark && namesThings(name)) ||
    (isMark && (!startsWithTaskVerb(rest) || !/^[\p{L}-]+(?:\s|$)/u.test(rest)))
  )
    return null;
  return withName(verbPhrase(rest), name);
}

/** "Can we bring our dog?" asks for leave and gives no task. */
const isPermitted =
  /^(?:bring|pay|park|use|stay|keep|come|leave|sleep|enter|film|eat|smoke|drink|camp|borrow|claim|expect|assume|count|rely|still|take part|go)\b/i;

const isPronoun = /^(?:it|this|that|these|those|they|which)$/i;

const isSum =
  /\b(?:payment|instal?ments?|invoices?|fees?|deposit|rent|amount|balance|sum|premium|subscription|bill|charge)\b(?!\s+(?:form|copy|details|list|report))/i;

const duePatterns: Pattern[] = [
  pattern(
    "^(?:.{3,160},\\s+(?:so|and|but)\\s+)?(?:reminder|note|fyi)?[:,]?\\s*(?:the\\s+|your\\s+|all\\s+|our\\s+)?(.{2,80}?)\\s+(?:is|are|was|will be|falls?)\\s+(?:now\\s+)?due\\b(.*)$",
    // A pronoun names no task: then the sentence says more than "Submit it".
    ([whole = "", what = ""]) =>
      /\s(?:is|are|was|were)\s/i.test(what) || /^following (?:items|books|loans|media)$/i.test(what)
        ? null
        : addressed(
            isPronoun.test(what) || /\bdue (?:for|to)\b/i.test(whole)
              ? whole
              : `${isSum.test(what) ? "Pay" : "Submit"} ${what}`,
          ),
  ),
  pattern(
    "\\b(?:deadline|due date|cut-?off)\\s+(?:for|to)\\s+(.{2,80}?)\\s+(?:is|has been|was|will be|falls)\\b.*$",
    ([, what]) => addressed(`Deadline: ${what}`),
  ),
  pattern("^(?:the\\s+)?(?:deadline|due date)\\s+(?:is|has been \\w+ to|remains|:)\\s*(.+)$", ([whole]) =>
    addressed(whole ?? ""),
  ),
  pattern(
    "^(.{2,80}?)\\s+(?:must|should|needs? to|has to|have to|is to|are to|will need to)\\s+be\\s+(\\p{L}+(?:ed|en|t|ne|de|id|wn|ne))\\b(.*)$",
    ([whole]) => (whole && !/^(?:it|this|that|there|we|i|he|she)\b/i.test(whole) ? addressed(whole) : null),
  ),
  pattern(
    "^(.{2,60}?)\\s+(?:is|are)\\s+(?:required|requested|expected|needed)\\s+(?:by|before|no later|within|on)\\b.*$",
    ([whole]) => addressed(whole ?? ""),
  ),
];

/** "I'd be grateful if you could": without such words, "if you can" is a condition. */
const isKindlyAsked =
  /\b(?:grateful|appreciated?|great|good|helpful|nice|kind|wonder(?:ing)?|help|useful|kind of you|glad|thankful|lovely|perfect|best|obliged|happy|cool|brilliant|ask(?:ing)?|love it|like it|see)\b/i;
const isPoliteIf = /if you (?:could|would|can) (?:be|have|like|want|need|prefer)\b/i;

function taskIn(clause: string): Task | null {
  const called = new RegExp(`^${vocative}`, "u").exec(clause)?.[1];
  const name = called && !isNoOwner(called) && !namesThings(called) ? called.replace(/^@/, "") : undefined;
  const third =
    thirdPartyTask(clause) ?? (name ? thirdPartyTask(clause.replace(new RegExp(`^${vocative}`, "u"), "")) : null);
  if (third)
    return {
      ...third,
      who: "named",
      name: name && isOwnGroup.test(third.name) ? name : third.name,
      isThirdParty: true,
    };
  for (const { test, make } of patterns) {
    const match = test.exec(clause);
    const task = match ? make(match) : null;
    if (task) return task.who === "addressee" && name ? { ...task, who: "named", name } : task;
  }
  for (const { test, make } of obligations) {
    const match = test.exec(clause);
    const task = match ? make(match) : null;
    if (task) return task.who === "addressee" && name ? { ...task, who: "named", name } : task;
  }
  for (const { test, make } of namedPatterns) {
    const match = test.exec(clause);
    const task = match ? make(match) : null;
    if (task) return task;
  }
  for (const { test, make } of duePatterns) {
    const match = test.exec(clause);
    const task = match ? make(match) : null;
    if (task) return { ...task, isDeadline: true };
  }
  return imperative(clause, name);
}

/** "Invoices: please send them to the ledger" begins with its topic. */
const namesThings = (name: string) => {
  const { lemma = "", pos } = tokensOf(`Send ${name.toLowerCase()} today`)[1] ?? {};
  return !/\s/.test(name) && /s$/.test(name) && pos === "NOUN" && lemma !== name.toLowerCase();
};

/** "Mwangi: your office should advertise it" is Mwangi's task. */
const isOwnGroup = /^(?:office|team|department|dept|desk|group|unit|staff|division|people)$/i;

/** "Send me the file by Monday." and "Wayne can you set up a meeting" need no "please" to be requests. */
function imperative(clause: string, name: string | undefined): Task | null {
  const rest = clause.replace(new RegExp(`^${vocative}${greetingWord}`, "u"), "");
  const asked = /^\p{Lu}\p{Ll}+,?\s+(?:can|could|would|will)\s+you\s+(.+)$/u.exec(clause);
  if (asked) return verbPhrase(asked[1]);
  // "To accept, sign the agreement." and "After the restart run 20 test parts."
  const order = rest.replace(leadIn, "").replace(/^.{3,120},\s+so\s+(?=\p{Ll})/u, "");
  // "Host: mail.firm.example" is a field.
  if (/\?$/.test(order) || !/^[\p{L}'’-]+(?:\s|[,.!]*$)/u.test(order) || !isOrder(order)) return null;
  return { ...addressed(order, name), isOrder: true };
}

const leadIn =
  /^(?:(?:if|when|once|after|before|to|in|for|by|on|at|as|until|during|from|next|first|finally|also|meanwhile|otherwise|so|one|another|two|and one|quick|last)\b[^,:]{0,120}[,:]\s+|(?:after|before|upon|on)\s+(?:the\s+)?(?!our|my|your|their|his|her|its)\p{L}+\s+(?=\p{Ll}+\s(?:the|a|an|all|your|\d)))(?:please\s+|then\s+|also\s+)*/iu;

function verbPhrase(rest: string | undefined): Task | null {
  const text = (rest ?? "").trim().replace(/^(?:ask|request|invite) you to\s+/i, "");
  const first = /^[\p{L}'’-]+/u.exec(text)?.[0] ?? "";
  if (!first || notAVerb.test(first)) return null;
  return addressed(text);
}

const notAVerb =
  /^(?:not|never|be|been|the|a|an|it|that|this|your|my|our|also|know|believe|think|imagine|see|agree|understand|remember|like|want|prefer|love|or|in|on|at|for|if|when)$/i;

const withWho = (task: Task | null, who: Task["who"]): Task | null => task && { ...task, who };
const withName = (task: Task | null, name: string | undefined): Task | null =>
  task && name ? { text: task.text, who: "named", name } : task;

function commitment(rest: string | undefined): Task | null {
  const text = (rest ?? "").trim();
  if (
    /^(?:look after (?:you|him|her|it|them|your)\b|take (?:good )?care of (?:you|him|her|them)\b|(?:push|put|move|postpone|delay|shift) (?:you|it|this|everything|the (?:date|appointment|visit|delivery|meeting))\b|receive\b|be|not|never|have|insist|come|arrive|pop (?:in|by|over)|drop (?:in|by)|discuss|tell you|inform you|give .*\bnotice|recommend you|move (?:your|our|the) .*\bfrom|say|see you|miss|love|probably|always|still|assume|hope|like|admit|say|talk to you|speak to you|need|want|look forward|wait|think|know|remember|try my best|do my best|keep you|let you know(?:\s+(?:if|how|what))?[^,]{0,40}$)\b/i.test(
      text,
    ) &&
    !/^have (?:it|them|the|this|that|a|an)\b.*\b(?:ready|done|sent|for you)\b/i.test(text) &&
    !/^let you know .*\b(?:by|on|before|tomorrow|today)\b/i.test(text)
  )
    return null;
  // "I'll ring you if the wind is above force 6": only in that case.
  if (/\s(?:if|in case|unless) (?:the|it|there|anything|something|you|we|i)\b/i.test(text)) return null;
  return isAnnouncement(text) ? null : withWho(verbPhrase(text), "sender");
}

// "do it" alone means nothing in a list; the caller resolves it by the previous sentence.
const hasSubstance = (text: string) => /\p{L}{2,}.*\p{L}{2,}/u.test(text) || startsWithTaskVerb(text);
