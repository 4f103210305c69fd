// Tasks in lists, tables and minutes, which name the owner and the date without a sentence: "Lena – budget – 12 May".
import type { MailBlock } from "../mail/lists.ts";
import { sentencesOf } from "../text/sentences.ts";
import { assignmentOf } from "./obligations.ts";
import { isOrder } from "./orders.ts";
import type { Task } from "./task.ts";

/** A task of a list with the text in which its date is looked for. */
export type ListedTask = { task: Task; whole: string };

const actionLead =
  /\b(?:actions?|action (?:points?|items?)|next steps?|to-?\s?dos?|tasks?|who does what|what we do|open (?:points?|items?|issues?)|follow-?ups?|responsibilit\w+|assignments?|homework|checklist|agreed|decided|outstanding|what(?:'s| is) left|aufgaben|nächste schritte|prochaines étapes|actions? à mener|próximos pasos|tareas|próximos passos|tarefas|za[dt]ania)\b/i;
const minutesLead = /\b(?:minutes|recap|protocol|summary|notes|outcome|results?|decisions?|discussed|meeting|call)\b/i;
/** A list under such a line holds orders to the reader, if its items are orders. */
const orderLead =
  /\b(?:please|before|after|need to|have to|must|should|could you|can you|remember|to prepare|preparation|steps?|things? to|you)\b/i;

const name = "\\p{Lu}[\\p{L}'’.-]*(?:\\s\\p{Lu}[\\p{L}'’-]+)?";
const names = `${name}(?:(?:\\s*[/&+]\\s*|\\s+and\\s+|,\\s*)${name}){0,3}`;
const owned = new RegExp(
  `^(?:(?:AP|Action|Item|Task|TODO)\\s?#?\\d{0,2}\\s*[:.)–-]\\s*)?@?(${names}|[Ee]veryone|[Ee]verybody|[Aa]ll|[Vv]endor|[Tt]eam)\\s*(:|–|—|-(?=\\s)|→|=>|\\bto\\b|\\bwill\\b|\\bmust\\b|\\bneeds to\\b|\\bhas to\\b)\\s*(.+)$`,
  "u",
);
const ownerLast = new RegExp(
  `^(.{4,}?)\\s*(?:[–—]|\\s-\\s|→|\\||\\(|\\[|@)\\s*(${names})(?:\\s*[,–—:|-]\\s*(.+?))?[\\])]?$`,
  "u",
);
/** "sign the contract, Claire, Friday" */
const ownerThenDate = new RegExp(
  `^(.{4,}?),\\s*(${name}),\\s*(?:\\d|\\p{Lu}\\p{Ll}+day\\b|today|tomorrow|EOD).{0,20}$`,
  "u",
);
const notOwners =
  /^(?:I|We|You|He|She|They|It|The|This|These|New|Old|All|No|Budget|Roof|AOB|Status|Date|Time|Place|Venue|Location|Agenda|Next|Please|Note|Update|Price|Cost|Total|Deadline|Decision|Decided|Result|Present|Absent|Attendees|Participants|Topic|Subject|Question|Answer|Option|Point|Item|Day|Week|Phase|Step|Part|Room|Level|Version|Address|Phone|Email|Contact|Delivery|Payment|Order|Invoice|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tue|Wed|Thu|Fri|Today|Tomorrow|EOD|ASAP|TBD|TBC|Done|Open|Closed|OK|EUR|USD|GBP)(?:\s|$)/;

/**
 * A list that continues a sentence: "Please send us", the items, "by Friday 27 February." The open sentence becomes the line that
 * announces the list, with the words that end it.
 */
export function withLeads(blocks: MailBlock[]): MailBlock[] {
  const read: MailBlock[] = [];
  blocks.forEach((block, i) => {
    const before = read.at(-1);
    if (block.kind === "text" && before?.kind === "list" && isTail.test(block.text)) {
      const [tail = "", rest = ""] = tailOf(block.text);
      before.lead = `${before.lead} ${tail}`;
      if (rest) read.push({ kind: "text", text: rest });
    } else if (block.kind === "list" && !block.lead && before?.kind === "text" && isUnfinished.test(before.text)) {
      const sentences = sentencesOf(before.text);
      const lead = sentences.pop() ?? "";
      read.pop();
      if (sentences.length > 0) read.push({ kind: "text", text: sentences.join(" ") });
      read.push({ ...block, lead });
    } else read.push(blocks[i]?.kind === "list" ? { ...block } : block);
  });
  return read;
}

const isUnfinished = /[\p{L}\d]\s*$/u;
const isTail = /^(?:by|before|until|no later than|not later than)\s(?=[^.]{2,40}(?:\.|$))/;

function tailOf(text: string): [string, string] {
  const end = text.indexOf(".");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1).trim()];
}

/** The tasks of a list or table. `rest` holds the items that state a task only by their own sentences. */
export function listedTasks(block: MailBlock): { tasks: ListedTask[]; rest: string[] } {
  if (block.kind === "table") return { tasks: tableTasks(block), rest: [] };
  if (block.kind !== "list") return { tasks: [], rest: [] };
  const isAction = actionLead.test(block.lead);
  const isOrders = isAction || orderLead.test(block.lead) || block.lead === "";
  const tasks: ListedTask[] = [];
  const rest: string[] = [];
  for (const item of block.items) {
    const task = itemTask(item.slice(0, 400), isAction, isOrders, minutesLead.test(block.lead));
    if (task) tasks.push(task);
    else rest.push(item);
  }
  // Under "please" every item is an order, if most of them are known to be: "feed Minka".
  if (isPlea.test(block.lead) && tasks.length > rest.length && tasks.every(({ task }) => task.who === "addressee"))
    for (const item of rest.splice(0))
      if (!isDone.test(item)) tasks.push({ task: { text: item.slice(0, 400), who: "addressee" }, whole: item });
  return { tasks, rest };
}

function itemTask(given: string, isAction: boolean, isOrders: boolean, isMinutes: boolean): ListedTask | null {
  if (isDone.test(given)) return null;
  // "me: ask Finance about the bill"
  const mine = /^(?:me|I|myself)\s*[:–—-]\s+(.+)$/u.exec(given)?.[1];
  if (mine && isOrder(mine)) return { task: { text: mine, who: "sender" }, whole: given };
  // "Warehouse: Karim orders the scanners": the topic before the owner.
  const item =
    isMinutes || isAction ? given.replace(/^\p{Lu}[\p{L} &/-]{2,30}:\s+(?=\p{Lu}\p{Ll}+ \p{Ll})/u, "") : given;
  const [, who = "", link = "", rest = ""] = owned.exec(item) ?? [];
  const isMinute = /^(?:AP|Action|Task|TODO)\s?#?\d{0,2}\s*[:.)–-]/.test(item);
  if (who && !notOwners.test(who) && rest) {
    const isVerbLink = /^\p{L}/u.test(link);
    if (isAction || isMinute || isOrder(rest) || (isVerbLink && isOrder(rest)))
      return { task: ownedTask(rest, who), whole: item };
  }
  if (isAction) {
    const assigned = assignmentOf(item) ?? everyone(item);
    if (assigned) return { task: assigned, whole: item };
    const [, what = "", last = ""] = ownerLast.exec(item) ?? ownerThenDate.exec(item) ?? [];
    if (last && !notOwners.test(last)) return { task: ownedTask(what, last), whole: item };
  }
  if (isOrders && isOrder(item)) return { task: { text: item, who: "addressee" }, whole: item };
  // Minutes say who does what in the present tense: "Jonas orders 60 m of fence".
  const minuted = isMinutes ? assignmentOf(item) : null;
  if (minuted?.who === "sender") return { task: minuted, whole: item };
  return minuted?.who === "named" &&
    !/^(?:come|go|arrive|start|begin|end|leave|take place|cost|close|open|stay|remain|run|last)\b/i.test(
      minuted.text,
    ) &&
    !notOwners.test(minuted.name ?? "")
    ? { task: minuted, whole: item }
    : null;
}

const isPlea = /\b(?:please|pls|kindly|could you|can you|would you|you (?:need|have) to|you must)\W*$/i;
const isDone = /\b(?:done|completed|erledigt|fait|hecho|feito)\W*$|^\s*(?:\[x\]|✓|✔)/i;

function everyone(item: string): Task | null {
  const [, verb = "", rest = ""] = /^(?:everyone|everybody|each team)\s+(\p{Ll}+s)\s+(.+)$/iu.exec(item) ?? [];
  const found = verb && assignmentOf(`Somebody ${verb} ${rest}`);
  return found ? { ...found, name: "Everyone" } : null;
}

const ownedTask = (text: string, name: string): Task => ({
  text: trimDashes(text),
  who: "named",
  name,
  isThirdParty: true,
});
/** "update the sheet – 20 May" has its date in another column. */
const trimDashes = (text: string) =>
  text.replace(/\s*[–—|]\s*[^–—|]{1,24}$/u, (tail) => (/\d|day\b|morrow|week|month|asap|tbd/i.test(tail) ? "" : tail));

const taskHead =
  /^(?:task|action|what|to-?do|item|activity|description|aufgabe|was|tâche|action|tarea|tarefa|measure|step|point|topic)s?\b/i;
const ownerHead =
  /^(?:owner|who|responsible|assignee|assigned(?: to)?|lead|person|by whom|name|wer|verantwortlich|zuständig|responsable|qui|quién|responsável|quem|in charge)\b/i;
const dueHead =
  /^(?:due|deadline|when|by|date|until|target|bis|wann|frist|termin|échéance|quand|fecha|plazo|prazo|data)\b/i;

function tableTasks({ head, rows }: { head: string[]; rows: string[][] }): ListedTask[] {
  const column = (test: RegExp) => head.findIndex((cell) => test.test(cell));
  const what = column(taskHead);
  const who = column(ownerHead);
  const when = column(dueHead);
  const status = column(/^(?:status|state|stand|done)\b/i);
  if (what < 0 || (who < 0 && when < 0)) return [];
  return rows.slice(0, 60).flatMap((row) => {
    const text = row[what] ?? "";
    if (!/\p{L}{3}/u.test(text) || /^(?:done|closed|complete|erledigt)/i.test(row[status] ?? "")) return [];
    const owner = who < 0 ? "" : (row[who] ?? "");
    const task: Task = owner ? { text, who: "named", name: owner, isThirdParty: true } : { text, who: "nobody" };
    return [{ task, whole: when < 0 ? text : `${text} by ${row[when] ?? ""}` }];
  });
}
