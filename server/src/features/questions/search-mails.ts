// Finds mail for a question, in the asker's own mail only: by the words of the question, or by a search that a model wants.
import { readableFolders } from "@intellibox/contract/rules/folders";
import {
  isEmptySearch,
  parseSearch,
  type SearchField,
  type SearchQuery,
} from "@intellibox/contract/rules/search-query";
import { tagOf } from "#lib/tokenize.ts";
import type { ReadQuestion, WordGroup } from "#engine/questions/types.ts";
import { lexeme } from "#outside/mime/mail-words.ts";
import type { Scope } from "#scope.ts";
import { planSearch, type SearchPlan } from "#features/search/build-tsquery.ts";
import { searchIds } from "#features/search/search.ts";

/** The mail that the asker chose. Days as YYYY-MM-DD, `after` included and `before` excluded. */
export type MailScope = {
  mailbox?: string | undefined;
  person: string;
  after?: string | undefined;
  before?: string | undefined;
  timeZone: string;
};

const mostOfPass = 25;
const mostFound = 32;
/** Tasks and payments are looked for among recent mail. */
const recentDays = 45;
const mostRecent = 48;

/** The names of the question that are senders or recipients in the asker's mail. */
export async function knownNames(scope: Scope, names: string[], within: MailScope): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) => searchWords(scope, partyOf(scope, name), { ...within, person: "" }, 1)),
  );
  return names.filter((_, at) => (found[at]?.length ?? 0) > 0);
}

/** Ids of messages for the question, those that fit best first. */
export async function searchForQuestion(
  scope: Scope,
  question: ReadQuestion,
  people: string[],
  within: MailScope,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { query, most = mostOfPass, after } of passesOf(scope, question, people)) {
    const limits = narrowed(within, question, after);
    for (const id of await searchWords(scope, query, limits, most)) if (found.size < mostRecent) found.add(id);
    if (found.size >= mostFound) break;
  }
  return [...found];
}

type Pass = { query: string; most?: number; after?: string };

function passesOf(scope: Scope, question: ReadQuestion, people: string[]): Pass[] {
  const tag = tagOf(scope.user.id);
  const named = new Set(people);
  const party = joined(
    " | ",
    people.map((name) => partyOf(scope, name, question.isBySpeaker)),
  );
  const after = new Date(scope.now().getTime() - recentDays * 86_400_000).toISOString().slice(0, 10);
  if (question.kind === "own-tasks" || question.kind === "waiting") return [{ query: party, most: mostRecent, after }];
  const words = ({ stems }: WordGroup) =>
    joined(
      " | ",
      stems.map((stemmed) => lexeme(`${tag}${stemmed}`)),
    );
  if (question.kind === "open-invoices")
    return [
      { query: joined(" & ", [party, words({ stems: ["invoic", "bill"], isSoft: false })]), most: 30 },
      { query: words({ stems: ["paid", "payment", "settl", "receipt", "transfer"], isSoft: true }), most: 16 },
    ];
  const groups = question.groups.filter(({ stems }) => !named.has(stems[0] ?? ""));
  // The name of a sender counts as a word of the mail.
  const inMailOrName = (group: WordGroup) =>
    joined(" | ", [words(group), `${lexeme(`${tag}from:${group.stems[0]}`)}:*`]);
  const hard = groups.filter(({ isSoft }) => !isSoft).map(inMailOrName);
  const soft = groups.filter(({ isSoft }) => isSoft).map(words);
  const passes = [
    joined(" & ", [party, ...hard, ...soft]),
    joined(" & ", [party, ...hard]),
    // A name in the text counts too: "What about Meera's order".
    ...(people.length > 0 && !question.isBySpeaker
      ? [joined(" & ", [...hard, ...people.map((name) => lexeme(`${tag}${name}`))])]
      : []),
    ...(hard.length > 1 ? hard.slice(0, 4).map((one) => joined(" & ", [party, one])) : []),
    ...(party ? [] : soft.slice(0, 3)),
    ...(party && !question.isBySpeaker ? [joined(" & ", hard)] : []),
    party,
  ].filter(Boolean);
  return [...new Set(passes)].map((query) => ({ query }));
}

const joined = (sign: string, parts: string[]) => {
  const given = parts.filter(Boolean);
  return given.length > 1 ? `(${given.join(sign)})` : (given[0] ?? "");
};

const partyOf = (scope: Scope, name: string, isSender = false) => {
  const by = (field: SearchField) =>
    planSearch([{ field, text: name, isPhrase: false, isExcluded: false }], tagOf(scope.user.id)).query;
  return joined(" | ", [by("from"), isSender ? "" : by("to")]);
};

/** The days of the question within those that the asker chose. Days on which something is due do not limit the mail. */
function narrowed(within: MailScope, { period, isDue, kind }: ReadQuestion, recent?: string): MailScope {
  const days = isDue || kind === "own-tasks" || kind === "waiting" ? undefined : period;
  return { ...within, after: latest(within.after, days?.after, recent), before: earliest(within.before, days?.before) };
}

const noOperators: SearchQuery = { terms: [], notIn: [], folders: [], chips: [], problems: [], leftOut: [] };

async function searchWords(scope: Scope, words: string, within: MailScope, most: number): Promise<string[]> {
  const plan = { query: words, checks: [], leftOut: [], isAsked: true };
  return run(scope, noOperators, plan, within, most);
}

const searchedViews: readonly string[] = readableFolders;

/**
 * Runs a model's search, which may use the operators of the search box. It finds no spam, no trash and no drafts, and refuses folders
 * by name, because opening a folder would sync it. An invalid search finds nothing.
 */
export async function searchByOperators(scope: Scope, q: string, within: MailScope, most: number): Promise<string[]> {
  const asked = parseSearch(q);
  const isAllowed = asked.view === undefined || searchedViews.includes(asked.view);
  if (asked.problems.length > 0 || asked.folders.length > 0 || !isAllowed || isEmptySearch(asked)) return [];
  return run(scope, asked, planSearch(asked.terms, tagOf(scope.user.id)), within, most);
}

async function run(scope: Scope, asked: SearchQuery, plan: SearchPlan, within: MailScope, most: number) {
  const { mailbox, person, timeZone } = within;
  const query = joined(" & ", [plan.query, person ? partyOf(scope, person) : ""]);
  const after = latest(asked.after, within.after);
  const before = earliest(asked.before, within.before);
  const limited: SearchQuery = { ...asked, ...(after && { after }), ...(before && { before }) };
  const views = readableFolders.filter((folder) => asked.view === undefined || folder === asked.view);
  const folders = views.filter((folder) => !asked.notIn.includes(folder));
  const filter = {
    mailbox,
    folders,
    places: { within: [], without: [] },
    starred: asked.starred,
    mark: undefined,
    timeZone,
  };
  const { hits } = await searchIds(scope, limited, { ...plan, query }, { ...filter, limit: most });
  return hits.map(({ id }) => id);
}

const latest = (...days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
const earliest = (...days: (string | undefined)[]) => days.filter((day) => day !== undefined).sort()[0];
