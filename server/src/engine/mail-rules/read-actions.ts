// Reads what a sentence tells a rule to do: "move newsletters to Reading and mark them as read".
import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleSnooze } from "@intellibox/contract/rules/mail-rules";
import { type Marked, mark, type Part, partsIn, unmarked } from "./sentence-parts.ts";

export type ReadActions = {
  actions: RuleAction[];
  /** The words that say which mail is meant. */
  about: string;
  /** Those of each action, without its "when". */
  abouts: string[];
  /** Parts that begin like an action, and cannot be read. */
  unread: string[];
  /** An answer was asked for, and a draft is offered instead. */
  isDraftOnly: boolean;
};

const verbs =
  "archive|delete|trash|bin|discard|throw|remove|star|flag|mark|label|tag|categori[sz]e|add|apply|move|file|put|sort|store|save|snooze|hide|forward|redirect|send|reply|answer|respond|draft|write|prepare|notify|tell|alert|ping|warn|let|call|post|skip|stop|keep|never show";
const opener =
  "(?:(?:please|only|always|automatically|also|just|then|i want(?: you)? to|i would like(?: you)? to|i'd like(?: you)? to|can you|could you|you should|make sure to|auto-?)\\s*)*";

/** Before each action of the sentence. */
const boundary = new RegExp(
  `(?:\\s*[,;:.]\\s*(?:and\\s+)?(?:then\\s+)?|\\s+(?:and|then|&)\\s+(?:then\\s+|also\\s+)?)(?=${opener}(?:${verbs})\\b)|(?<=${mark})\\s+(?=(?:${verbs})\\s+(?:it|them)\\b)`,
  "gi",
);
const beginsWithVerb = new RegExp(`^${opener}(${verbs})\\b\\s*`, "i");
/** "Archive them when they are read". */
const condition = /^(.*?)[,\s]+((?:when|whenever|if|once|as soon as|in case)\s.+)$/i;

export function readActions({ text, parts }: Marked): ReadActions {
  const read: ReadActions = { actions: [], about: "", abouts: [], unread: [], isDraftOnly: false };
  for (const segment of inActiveVoice(text).split(boundary)) {
    const verb = beginsWithVerb.exec(segment);
    if (!verb) read.about += ` ; ${segment}`;
    else readSegment(verb[1]?.toLowerCase() ?? "", segment.slice(verb[0].length), parts, read);
  }
  return read;
}

function readSegment(verb: string, rest: string, parts: Part[], read: ReadActions) {
  const [, before, when] = condition.exec(` ${rest}`) ?? [];
  const found = actionOf(verb, (before ?? rest).trim().replace(/[.!?]+$/, ""), parts);
  if (!found) {
    read.unread.push(unmarked(`${verb} ${rest}`, parts).trim());
    return;
  }
  if (found.action) read.actions.push(found.action, ...(found.more ?? []));
  if (found.isDraftOnly) read.isDraftOnly = true;
  read.abouts.push(found.about);
  read.about += ` ; ${found.about} ; ${when ?? ""}`;
}

/** "Invoices should be moved to Accounting and marked as read" → "move Invoices to Accounting and mark it as read". */
function inActiveVoice(text: string): string {
  const stem = (participle: string) => participles[participle.toLowerCase()] ?? participle;
  const passive = new RegExp(
    `^(.+?)\\s+(?:should|must|shall|can|are to|is to|have to|need to|will)\\s+(?:always\\s+|automatically\\s+)?(?:be|get)\\s+(${Object.keys(participles).join("|")})\\b`,
    "i",
  );
  const goes =
    /^(.+?)\s+(?:should\s+|must\s+|always\s+)?(?:go(?:es)?|belongs?)\s+(?:straight\s+|directly\s+)?(to|into|in|under)\s+/i;
  return text
    .replace(goes, (_, what: string, to: string) => `move ${what} ${to} `)
    .replace(passive, (_, what: string, participle: string) => `${stem(participle)} ${what}`)
    .replace(
      new RegExp(
        `(\\s(?:and|,)\\s*(?:then\\s+)?)(?:(?:should\\s+|must\\s+|will\\s+)?(?:gets?|be|are|is)\\s+)?(${Object.keys(participles).join("|")})\\b`,
        "gi",
      ),
      (_, joint: string, participle: string) => `${joint}${stem(participle)} it`,
    );
}
const participles: Record<string, string> = {
  ...{ archived: "archive", deleted: "delete", trashed: "trash", starred: "star", flagged: "flag", marked: "mark" },
  ...{ labelled: "label", labeled: "label", tagged: "tag", moved: "move", filed: "file", put: "put", sorted: "sort" },
  ...{ snoozed: "snooze", forwarded: "forward", redirected: "redirect", answered: "answer" },
};

type Found = { action?: RuleAction; more?: RuleAction[]; about: string; isDraftOnly?: true };

function actionOf(verb: string, rest: string, parts: Part[]): Found | undefined {
  switch (verb) {
    case "archive":
      return { action: { do: "archive" }, about: rest };
    case "delete":
    case "trash":
    case "bin":
    case "discard":
    case "remove":
      return { action: { do: "trash" }, about: rest };
    case "throw":
      return { action: { do: "trash" }, about: rest.replace(/^away\s+|\s+away$/i, "") };
    case "star":
    case "flag":
      return { action: { do: "star" }, about: rest };
    case "mark":
      return marking(rest);
    case "label":
    case "tag":
    case "categorise":
    case "categorize":
      return labelling(rest, parts);
    case "add":
    case "apply":
      return adding(rest, parts);
    case "move":
    case "file":
    case "put":
    case "sort":
    case "store":
    case "save":
      return moving(rest, parts);
    case "snooze":
    case "hide":
      return snoozing(rest);
    case "forward":
    case "redirect":
    case "send":
      return sending(rest, parts);
    case "reply":
    case "answer":
    case "respond":
    case "draft":
    case "write":
    case "prepare":
      return replying(verb, rest, parts);
    case "notify":
    case "tell":
    case "alert":
    case "ping":
    case "warn":
    case "let":
      return notifying(rest);
    case "call":
    case "post":
      return calling(rest, parts);
    case "skip":
      return skipping(rest);
    case "keep":
      return keepingOut(rest, "out\\s+of|away\\s+from");
    case "never show":
      return keepingOut(rest, "in");
    default:
      return /^(?:there|processing|here|all|other|further|more)?/i.test(rest)
        ? { action: { do: "stop" }, about: "" }
        : undefined;
  }
}

const state = "(?:read|important|urgent|high priority|starred|a favou?rite)";
const states = `(${state}(?:\\s*(?:,|\\band\\b|&)\\s*(?:as\\s+)?${state})*)\\b\\s*(.*)$`;
/** In "mark important mail as read", the state follows "as". */
const statesAfter = [new RegExp(`^(.*?)\\s*\\bas\\s+${states}`, "i"), new RegExp(`^(.*?)\\s*\\b${states}`, "i")];

function marking(rest: string): Found | undefined {
  const [, what, named, more] = statesAfter.map((pattern) => pattern.exec(rest)).find(Boolean) ?? [];
  if (named === undefined || /\bas\s+unread\b|^unread$/i.test(rest)) return undefined;
  const [action, ...others] = [...named.matchAll(new RegExp(state, "gi"))].map(([one]): RuleAction => {
    if (/read/i.test(one)) return { do: "markRead" };
    return { do: /star|favou/i.test(one) ? "star" : "markImportant" };
  });
  return action && { action, more: others, about: `${what} ${more}` };
}

const labelAfter = [
  /^(.*?)\s*\b(?:as|under)\s+(?:the\s+label\s+)?(.+)$/i,
  /^(.*)\s*\bwith\s+(?:the\s+label\s+)?(.+)$/i,
];

function labelling(rest: string, parts: Part[]): Found | undefined {
  const [, named] = /^(?:it|them|those|these)\s+(?!(?:as|with|under)\b)(.+)$/i.exec(rest) ?? [];
  if (named !== undefined) return { action: { do: "label", folder: folderName(named, parts) }, about: "" };
  // In "label mail with a PDF as Plans", the label follows "as".
  const [, what, name] = labelAfter.map((pattern) => pattern.exec(rest)).find(Boolean) ?? [];
  if (name !== undefined) return { action: { do: "label", folder: folderName(name, parts) }, about: what ?? "" };
  const last = new RegExp(`^(.*?)\\s*(${mark})$`).exec(rest);
  const quoted = last && partsIn(last[2] ?? "", parts)[0];
  if (quoted?.kind !== "quoted") return undefined;
  return { action: { do: "label", folder: quoted.text.slice(0, 200) }, about: last?.[1] ?? "" };
}

/** "Add the label Bills to invoices", "add its tasks to my plan “Week”", "add a star to mail from Jo". */
function adding(rest: string, parts: Part[]): Found | undefined {
  const [, star] = /^(?:a\s+)?star\s+(?:to\s+)?(.*)$/i.exec(rest) ?? [];
  if (star !== undefined) return { action: { do: "star" }, about: star };
  const [, what, plan] =
    /^(.*?)\s*\bto\s+(?:my|the|an?|our)?\s*(?:action\s+)?plan\b\s*(?:called\s+|named\s+)?(.*)$/i.exec(rest) ?? [];
  if (plan !== undefined) {
    const about = (what ?? "").replace(
      /\b(?:its|their|the)?\s*(?:tasks?|actions?|to-?dos?)(?:\s+(?:of|from|in))?\b/i,
      "",
    );
    return { action: { do: "addToPlan", plan: folderName(plan, parts) || "Action plan" }, about };
  }
  const [, name, about] = /^(?:the\s+|a\s+)?(?:labels?|tags?)\s+(.+?)(?:\s+to\s+(.+))?$/i.exec(rest) ?? [];
  return name === undefined
    ? undefined
    : { action: { do: "label", folder: folderName(name, parts) }, about: about ?? "" };
}

/** "In the folder To Do", "to my To Do folder". */
const inFolder =
  /^(.*?)\s*\b(?:to|into|in|under)\s+((?:(?:the|my|our|a)\s+)?(?:folder|label)\s+\S.*|(?:the|my|our)\s+(?:\S+\s+){1,4}(?:folder|label))$/i;

function moving(rest: string, parts: Part[]): Found | undefined {
  const [, what, name] = inFolder.exec(` ${rest}`) ?? /^(.*)\s*\b(?:to|into|in|under)\s+(.+)$/i.exec(` ${rest}`) ?? [];
  const folder = folderName(name ?? "", parts);
  if (!folder) return undefined;
  const about = (what ?? "").trim();
  if (/^(?:trash|bin|deleted(?: items)?)$/i.test(folder)) return { action: { do: "trash" }, about };
  if (/^archive$/i.test(folder)) return { action: { do: "archive" }, about };
  if (/^(?:spam|junk|inbox)$/i.test(folder)) return undefined;
  return { action: { do: "move", folder }, about };
}

const folderName = (text: string, parts: Part[]): string => {
  const [quoted] = partsIn(text, parts);
  const plain = text
    .replace(/^(?:(?:the|my|our|a|an)\s+)+/i, "")
    .replace(/^(?:folder|label)\s+(?:called|named)?\s*/i, "")
    .replace(/\s+(?:folder|label|mailbox)$/i, "")
    .trim();
  const name = quoted?.kind === "quoted" ? quoted.text : unmarked(plain, parts);
  return (name.slice(0, 1).toUpperCase() + name.slice(1)).slice(0, 100);
};

function snoozing(rest: string): Found | undefined {
  const [, about, when] = /^(.*?)\s*\b(?:until|till|for|to|by)\s+(.+)$/i.exec(rest) ?? [];
  const until = snoozes.find(([pattern]) => pattern.test(when ?? ""))?.[1];
  return until && { action: { do: "snooze", until }, about: about ?? "" };
}
const snoozes: [RegExp, RuleSnooze][] = [
  [/evening|tonight|after work/i, "evening"],
  [/tomorrow|next day|(?:a|one|1) day/i, "tomorrow"],
  [/weekend|saturday/i, "weekend"],
  [/monday|next week|(?:a|one|1) week/i, "nextWeek"],
  [/month/i, "nextMonth"],
];

function sending(rest: string, parts: Part[]): Found | undefined {
  if (/^me\s+(?:an?\s+)?(?:push\s+)?(?:notifications?|alerts?)\b/i.test(rest))
    return {
      action: { do: "notify" },
      about: rest.replace(/^.*?(?:notifications?|alerts?)\s*(?:about|of|for|on)?/i, ""),
    };
  const [, thrown, place] =
    /^(.*?)\s+(?:straight\s+|directly\s+)?to\s+(?:the\s+|my\s+)?(trash|bin|archive)$/i.exec(rest) ?? [];
  if (thrown !== undefined)
    return { action: { do: /archive/i.test(place ?? "") ? "archive" : "trash" }, about: thrown };
  const [, about, targets, more] =
    new RegExp(
      `^(.*?)\\s*\\b(?:on\\s+)?to\\s+(?:[\\p{L}]+\\s*,?\\s+)?(${mark}(?:\\s*(?:,|and|&|,\\s*and)\\s*(?:to\\s+)?${mark})*)(.*)$`,
      "iu",
    ).exec(` ${rest}`) ?? [];
  const found = partsIn(targets ?? "", parts);
  if (found.length === 0 || found.some(({ kind }) => kind !== "address")) return undefined;
  const [action, ...others] = found.map(({ text }): RuleAction => ({ do: "forward", to: text.toLowerCase() }));
  return action && { action, more: others, about: `${about} ${more}` };
}

function replying(verb: string, rest: string, parts: Part[]): Found | undefined {
  const isDraft = /^(?:draft|write|prepare)$/.test(verb);
  if (isDraft && !/\b(?:repl(?:y|ies)|answers?|responses?)\b/i.test(rest)) return undefined;
  // Reply “thanks” to mail from Ana.
  const [, quoted, receivers] = new RegExp(`^(${mark})\\s+to\\s+(.*)$`, "i").exec(rest) ?? [];
  if (quoted !== undefined) return replying(verb, `to ${receivers} saying ${quoted}`, parts);
  const [, before, intent] =
    /^(.*?)\s*\b(?:saying|that says|which says|telling them|and say|with|to say)\b\s*(?:that\s+)?(.*)$/i.exec(rest) ??
    [];
  const about = (before ?? rest)
    .replace(/^(?:an?\s+)?(?:automatic\s+)?(?:repl(?:y|ies)|answers?|responses?)\b/i, "")
    .replace(/^\s*(?:to|for)\s+/i, "");
  const action: RuleAction = {
    do: "draftReply",
    intent: unmarked(intent ?? "", parts)
      .replace(/[“”]/g, "")
      .slice(0, 500),
  };
  return { action, about, ...(!isDraft && { isDraftOnly: true }) };
}

function notifying(rest: string): Found | undefined {
  const [, about] = /^(?:me|us)\b\s*(?:know\s*)?(?:(?:about|of|on|for)\s+)?(.*)$/i.exec(rest) ?? [];
  return about === undefined ? undefined : { action: { do: "notify" }, about };
}

function calling(rest: string, parts: Part[]): Found | undefined {
  const url = partsIn(rest, parts).find((part) => part.kind === "url" && /^https:/i.test(part.text));
  return url && { action: { do: "webhook", url: url.text }, about: "" };
}

function skipping(rest: string): Found | undefined {
  const [, about] = /^(?:the\s+)?inbox\b\s*(?:for\s+)?(.*)$/i.exec(rest) ?? [];
  if (about !== undefined) return { action: { do: "archive" }, about };
  return /\brules?\b/i.test(rest) ? { action: { do: "stop" }, about: "" } : undefined;
}

/** "Keep newsletters out of my inbox", "Never show newsletters in my inbox". */
function keepingOut(rest: string, where: string): Found | undefined {
  const [, about] = new RegExp(`^(.*?)\\s+(?:${where})\\s+(?:my|the)\\s+inbox\\b`, "i").exec(rest) ?? [];
  return about === undefined ? undefined : { action: { do: "archive" }, about };
}
