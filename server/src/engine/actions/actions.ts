import { readMail } from "../mail/clean-mail.ts";
import { forwardedMail } from "../mail/forwarded.ts";
import { blocksOf } from "../mail/lists.ts";
import { languageOf } from "../text/language.ts";
import { isStatementOf } from "../text/second-clause.ts";
import { sentencesOf, splitTyped } from "../text/sentences.ts";
import { contentStems } from "../text/words.ts";
import type { Action, ThreadMessage } from "../types.ts";
import { listedTasks, withLeads } from "./action-lists.ts";
import type { MailClock } from "./calendar.ts";
import { setsCommonDate } from "./common-date.ts";
import { dueIn } from "./due-dates.ts";
import {
  foreignTasksIn,
  isHandover as isForeignHandover,
  lackedIn,
  type TaskLanguage,
  taskLanguageOf,
} from "./foreign-tasks.ts";
import { holdsNoTasks, isProgramOffer } from "./no-tasks.ts";
import { assignmentOf } from "./obligations.ts";
import { addresseeOf, peopleOf, stripGreeting } from "./participants.ts";
import { fullName, isKnown, isNoName, namesOf, type People } from "./people.ts";
import { withItems } from "./phrase.ts";
import type { Task } from "./task.ts";
import { isClaim, tasksIn } from "./task-patterns.ts";
import { isChoice, toAction } from "./to-action.ts";

// A mail with more tasks is itself a list of tasks, which the reader should see as it is.
const mostActionsPerMail = 25;
const mostSentences = 250;

/** The tasks of one message. `thread` supplies the names of all participants. */
export function actionsOf(
  message: ThreadMessage,
  source: number,
  options: { now: Date; thread: ThreadMessage[] },
): Action[] {
  const mail = readMail(message.body, message.from);
  if (mail.onlyQuoted && !mail.text) return [];
  if (holdsNoTasks(message)) return [];
  const clock: MailClock = { sent: message.at ?? options.now, offsetMinutes: message.offsetMinutes ?? 0 };
  const people = peopleOf(message, options.thread);
  const addressee = addresseeOf(mail.greeting, mail.text, people);
  const actions: Action[] = [];
  if (!mail.onlyQuoted) readTasks({ text: mail.text, clock, people, addressee, source }, actions);
  const passedOn = forwardedMail(message.body, message.from);
  // A mail that is passed on hands its tasks to the reader.
  // "Can you answer him?" makes the questions of the other mail a matter of that answer.
  if (passedOn && isHandover.test(mail.text || "please") && !actions.some(({ action }) => givesAnswer.test(action))) {
    const asked: Action[] = [];
    const sender = namesOf(passedOn.from)[0] ?? "";
    readTasks({ text: passedOn.text, clock, people: { ...people, sender }, addressee, source }, asked);
    for (const action of asked) if (!sender || action.owner !== sender) keep(actions, action);
  }
  // "Can you take this one? Give her an answer today": the second says what to do.
  const taken = actions.findIndex(({ action }) => takesOver.test(action));
  if (taken >= 0 && actions.length > 1) actions.splice(taken, 1);
  return actions.filter(({ action }) => !isProgramOffer(action, message)).slice(0, mostActionsPerMail);
}

const takesOver =
  /^(?:take|handle|look after|deal with|take over|take care of) (?:this|it|that)(?: one| over| on| for me)?(?:,? (?:please|the|legal|its?)\b.*)?(?: \(.*\))?$/i;
const givesAnswer =
  /^(?:answer|reply|respond|write back)\b|^(?:give|send) \S+(?: \S+)? an? (?:answer|reply|response)\b|(?<!\p{L})(?:répondre|antworten|responder|contestar)(?!\p{L})|^(?:antworte|beantworte|réponds|responde|contesta)(?!\p{L})/iu;

const isHandover =
  /\b(?:please|pls|can you|could you|would you|your (?:side|team|department|area)|over to you|take (?:this|it)|handle|deal with|look into|yours|(?:is|are|be) on you|up to you|your turn|for you to|kannst du|bitte|peux-tu|pouvez-vous|merci de|puedes|podes|por favor)\b/i;

type MailPart = { text: string; clock: MailClock; people: People; addressee: string; source: number };

/** "We need 1) the packing list 2) the proof of origin": a list in one line. */
const withOwnLines = (text: string) =>
  text.replace(/^.*\s\(?1\)\s.+\s\(?2\)\s.*$/gm, (line) =>
    line
      .replace(/:?\s+(?=\(?1\)\s)/, ":\n")
      .replace(/,?\s+(?:and\s+)?(?=\(?[2-9]\)\s)/g, "\n")
      .replace(/(\n\(?\d\)\s[^\n.]+)\.\s+(?=\p{Lu}[^\n]*$)/u, "$1\n\n"),
  );

function readTasks(part: MailPart, actions: Action[]): void {
  const people = withPresent(part.people, part.text);
  part = { ...part, people };
  const text = withOwnLines(part.text);
  const language = taskLanguageOf(languageOf(text));
  let previous = "";
  let choice = "";
  let read = 0;
  let listed: Action[] = [];
  // The tasks of the last sentence that had any.
  let given: Action[] = [];
  for (const block of withLeads(blocksOf(text))) {
    if (
      block.kind === "list" &&
      isOpenLead.test(block.lead) &&
      readAnnounced(block, { ...part, language, previous }, actions)
    )
      continue;
    // "Alex, you had offered a bus. Can you change the booking?": the paragraph speaks to one of several readers.
    let spokenTo = "";
    const before = actions.length;
    const { tasks, rest } = listedTasks(block);
    for (const { task, whole } of tasks) {
      if (isClaim.test(task.text)) continue;
      const action = toAction({ task, sentence: whole, previous: "", isListed: true, language, ...part });
      if (action) keep(actions, action);
    }
    if (block.kind === "list" && tasks.length === 0 && readAnnounced(block, { ...part, language, previous }, actions)) {
      listed = actions.slice(before);
      continue;
    }
    if (tasks.length > 0) listed = actions.slice(before);
    const sentences =
      block.kind === "text"
        ? sentencesOf(block.text).flatMap((sentence) => (language ? sentence : splitTyped(sentence)))
        : rest.flatMap((item) => sentencesOf(item));
    for (const sentence of sentences) {
      spokenTo = calledIn(sentence, people) || spokenTo;
      const to = spokenTo && !toSeveral.test(sentence) ? { ...part, addressee: spokenTo } : part;
      if (++read > mostSentences) return;
      const count = actions.length;
      if (block.kind === "text" && setsCommonDate(sentence, listed, language, part.clock)) {
        previous = sentence;
        continue;
      }
      // "What they still need: the summary, the list, and the signed agreement."
      const [lead = "", list = ""] = sentence.length < 400 ? sentence.split(/:\s+/, 2) : [];
      if (
        !language &&
        list &&
        !/[?？]\s*$/.test(list) &&
        isMissing.test(lead) &&
        readAnnounced({ lead, items: itemsOf(list) }, { ...part, language, previous }, actions)
      ) {
        previous = sentence;
        continue;
      }
      const found = language
        ? [
            ...called(foreignTasksIn(sentence, language), sentence, part),
            ...(language === "hinglish" ? tasksIn(sentence).filter(({ text }) => !isHindiStatement.test(text)) : []),
          ]
        : tasksIn(stripGreeting(sentence, people));
      if (!language && found.length === 0) {
        const assigned = datedAssignment(sentence, part);
        if (assigned) found.push(assigned);
      }
      for (const task of found) {
        // "Urgent? Text me.": the order is for a case that need not occur.
        if (task.isOrder && isShortQuestion.test(previous)) continue;
        const action = toAction({ task, sentence, previous, choice, language, ...to });
        if (!action || setsDateOfLast(action, actions)) continue;
        if (language && isForeignHandover(task.text) && datesThings(action, listed.length > 0 ? listed : given))
          continue;
        keep(actions, action);
      }
      if (actions.length > count) given = actions.slice(count);
      previous = sentence;
      if (isChoice.test(sentence)) choice = sentence;
    }
  }
}

/** Gives the things that were asked for before the day on which they are wanted. */
function datesThings({ due, dueText }: Action, things: Action[]): boolean {
  if (due) for (const thing of things) if (!thing.due) Object.assign(thing, { due, dueText });
  return things.length > 0;
}

const toSeveral =
  /\b(?:both|all|each|any|some|one) of you\b|\b(?:everyone|everybody|anyone|anybody|somebody|someone|you both|you all)\b/i;

function calledIn(text: string, people: People): string {
  const [, name = ""] = /^(\p{Lu}[\p{L}'’-]+),\s/u.exec(text) ?? [];
  return name && isKnown(name, people) && people.recipients.length !== 1 ? fullName(name, people) : "";
}

/** Minutes name those who were there: "Present: Ida, Tom, Bo". */
function withPresent(people: People, text: string): People {
  const [, names = ""] = presentLine.exec(text) ?? [];
  const present = names.split(/,|;|\band\b|&/).map((name) => name.replace(/\(.*\)/, "").trim());
  const named = present.filter((name) => /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(name));
  const known = [...people.known, ...named.filter((name) => !isKnown(name, people))];
  return named.length > 1 ? { ...people, known, isMinuted: true } : people;
}
const presentLine = /^\s*(?:present|attendees|attending|participants|in the room)\s*:\s*(.{3,300})$/im;

/** "Pete returns the keys before the weekend": what a person of the thread does on a day. */
function datedAssignment(given: string, { people, clock }: MailPart): Task | null {
  // "Keys: Moss collects the spare set": the topic before the owner.
  const sentence = people.isMinuted
    ? given.replace(/^\p{Lu}[\p{L} &/-]{2,30}:\s+(?=\p{Lu}\p{Ll}+ \p{Ll})/u, "")
    : given;
  if (!/^\p{Lu}\p{Ll}+ \p{Ll}+s\b/u.test(sentence) || /\?/.test(sentence)) return null;
  const task = assignmentOf(sentence.replace(/[.!]+$/, ""));
  if (task?.name && /^every(?:one|body)$/i.test(task.name) && dueIn(sentence, clock))
    return { ...task, name: "Everyone" };
  return task?.name &&
    isKnown(task.name, people) &&
    (people.isMinuted || asAgreed.test(sentence) || dueIn(sentence, clock))
    ? task
    : null;
}

const asAgreed = /\bas (?:before|agreed|planned|usual|discussed|promised)\b/i;
const isShortQuestion = /^(?:\S+\s){0,3}\S+\?$/;

/** "Line 2 ka maintenance Sunday ko hai" tells, and asks for nothing. */
const isHindiStatement =
  /\b(?:hai|hain|hoon|hun|hu|hoga|hogi|tha|thi|raha|rahe|rahi|gaya|gayi|gaye|[a-z]+(?:enge|engi|unga|ungi|ega|egi)|diya|liya|kiya)\W*$|\bki (?:zaroorat|jarurat|tension) (?:nahi|nahin|nhi|mat)\b|^bata(?:o|iye|na)?(?: (?:do|dena|dijiye))?$/i;

/** "Julie, peux-tu prévenir le client ?" is Julie's task. */
function called(tasks: Task[], sentence: string, { addressee }: MailPart): Task[] {
  const [, name] = /^(\p{Lu}\p{Ll}+),\s/u.exec(sentence) ?? [];
  if (!name || addressee.split(/\s+/).includes(name) || isNoName(name)) return tasks;
  return tasks.map((task) => (task.who === "addressee" ? { ...task, who: "named", name, isThirdParty: true } : task));
}

/** "Please send us" has its objects in the list, so that its items are no orders of their own. */
const isOpenLead =
  /\b(?:send|give|bring|provide|supply|submit|forward|email|get|let|show|hand)(?: (?:me|us|him|her|them))?(?: have)?(?: (?:the following|these)(?: \p{L}+)?)?(?: (?:by|before|until|no later than) .{2,40})?$/iu;

/** "We need the following documents:" is one task with its list. */
function readAnnounced(
  { lead, items }: { lead: string; items: string[] },
  part: MailPart & { language: TaskLanguage | undefined; previous: string },
  actions: Action[],
): boolean {
  // "We still miss:" makes each item a task.
  if (isMissing.test(lead)) {
    for (const item of items.filter((each) => !isThere.test(each)).slice(0, 12)) {
      const small = `${item.charAt(0).toLowerCase()}${item.slice(1)}`;
      // A question is answered in the reply.
      if (/[?？]["')]*$/.test(item.trim()) || isStatementOf(item)) continue;
      const own = tasksIn(item);
      if (/^(?:please|kindly)\b/i.test(item) && own.length > 0) {
        for (const task of own) {
          const action = toAction({ task, sentence: item, isListed: true, ...part });
          if (action) keep(actions, action);
        }
        continue;
      }
      const isAsked = /^(?:is|are|do|does|did|can|could|will|would|has|have)\b.*\?$/i.test(item);
      const isIndirect = /^(?:whether|if|how|when|where|which|who|what)\b/i.test(item);
      const verb = isAsked ? "Answer:" : isIndirect ? "Say" : "Provide";
      const task: Task = { text: `${verb} ${/^\p{Lu}{2}/u.test(item) ? item : small}`, who: "addressee" };
      const action = toAction({ task, sentence: item, isListed: true, ...part });
      if (action) keep(actions, action);
    }
    return items.length > 0;
  }
  // A list of questions asks by its own sentences; its lead only says that something is needed.
  if (part.language && items.some((item) => /[?？]\s*$/.test(item))) {
    const { language } = part;
    for (const sentence of items.slice(0, 12).flatMap((item) => sentencesOf(item)))
      for (const task of foreignTasksIn(sentence, language)) {
        const action = toAction({ task, sentence, isListed: true, ...part });
        if (action) keep(actions, action);
      }
    return true;
  }
  const lacked = part.language ? lackedIn(lead, part.language) : undefined;
  if (lacked) {
    for (const item of items.slice(0, 12)) {
      const action = toAction({
        task: { text: lacked(item), who: "addressee" },
        sentence: item,
        isListed: true,
        ...part,
      });
      if (action) keep(actions, action);
    }
    return items.length > 0;
  }
  if (isOpenLead.test(lead) && !part.language) {
    const [asked] = tasksIn(lead);
    const given = /^\p{L}+(?: (?:me|us|him|her|them))?/u.exec(asked?.text ?? "")?.[0];
    const verb = given?.replace(/^let (me|us|him|her|them)$/i, "send $1");
    if (!asked || !verb) return false;
    for (const item of items.slice(0, 12)) {
      const text = `${verb} ${item.charAt(0).toLowerCase()}${item.slice(1)}`;
      const action = toAction({ task: { ...asked, text }, sentence: lead, isListed: true, ...part });
      if (action) keep(actions, action);
    }
    return items.length > 0;
  }
  const [task] = part.language ? foreignTasksIn(lead, part.language) : tasksIn(lead);
  const action = task && toAction({ task, sentence: lead, isListed: true, ...part });
  if (!action) return false;
  keep(actions, { ...action, action: withItems(action.action, items) });
  return true;
}

const isThere = /\((?:already |have )?(?:received|done|got|attached|sent|ok)\b/i;

const itemsOf = (list: string) =>
  list
    .replace(/[.!]+$/, "")
    .split(/[,;]\s+(?:and\s+)?|\s+and\s+(?=the\s|a\s)/)
    .filter((item) => item.split(/\s+/).length >= 2);

const isMissing =
  /\bthings? (?:that )?(?:i|we|she|he|they) (?:still |also )?needs?(?: from (?:you|your (?:side|team)))?(?: (?:so|before|by|until|to|for) [^:]{2,60})?\s*$|\b(?:still|yet|we|i|they)\b.{0,20}\b(?:miss|missing|lack|need|require|outstanding|waiting for|waiting on|short of)(?: (?:the following|these|two|three|four|five|six|some|a few|a couple of|only|just)(?: (?:more |other |small )?(?:things?|points?|items?|documents?|details?|papers?|answers?|facts?))?)?(?: from (?:you|your (?:side|team)))?\s*$|\bwhat (?:i|we|they|you)(?:'d| would|'ll| will)? (?:still |also )?(?:need|require)(?: from you)?(?: (?:before|by|until|for|to) [^:]{2,40})?\s*$|\b(?:i|we) (?:therefore |now )?(?:want|expect|demand|ask for|request|would like)\s*$|\b(?:missing|outstanding|open) (?:items?|documents?|papers|information)\b|\bstill (?:open|missing|needed|outstanding|required)\b/i;

/** "Kindly submit these within 14 days." gives the list above it its date. */
function setsDateOfLast(action: Action, actions: Action[]): boolean {
  const last = actions.at(-1);
  if (!last?.action.includes(": ")) return false;
  if (!/^\p{L}+ (?:these|them|this|all of (?:these|them)|it)\b/iu.test(action.action)) return false;
  Object.assign(last, {
    action: last.action.replace(/^\p{L}+/u, action.action.split(" ")[0] ?? "Send"),
    ...(action.due ? { due: action.due, dueText: action.dueText } : {}),
  });
  return true;
}

/** Merges a task that is stated twice; the one with a date wins. */
function keep(actions: Action[], action: Action): void {
  const stems = new Set(contentStems(action.action));
  const twin = actions.find((other) => {
    const otherStems = contentStems(other.action);
    const shared = otherStems.filter((stemmed) => stems.has(stemmed)).length;
    return shared / Math.max(1, Math.min(stems.size, otherStems.length)) >= 0.8;
  });
  if (!twin) actions.push(action);
  else if (!twin.due && action.due)
    Object.assign(twin, { due: action.due, dueText: action.dueText, owner: action.owner || twin.owner });
}
