import { fold, stemOf } from "#lib/tokenize.ts";
import type { WordGroup } from "./types.ts";

/** Words that people use for the same matter. The first list is soft: a mail about the matter need not have its words. */
const softWords = [
  "quote quoted quotation offer offered price pricing rate estimate cost costs charge charged",
  "pay paid payment remittance transfer settled settle",
  "send sent share shared attach attached forward forwarded enclosed",
  "approve approved approval agree agreed confirm confirmed accept accepted",
  "sign signed signature",
  "complain complained complaint complaints",
  "problem problems issue issues wrong broken broke fault faulty damaged",
  "raise raised increase increased rise rises higher",
  "postpone postponed move moved reschedule rescheduled delay delayed",
  "cancel cancelled canceled cancellation",
  "deliver delivery delivered ship shipped shipment shipping dispatch dispatched arrive arrives arrival arriving",
  "start starts started begin begins beginning opens kickoff",
  "end ends ended finish finishes over expire expires expiry",
  "due deadline",
  "leave leaves depart departs departure outbound",
  "return returns back",
  "buy bought purchase purchased order ordered orders",
  "need needs needed require required want wants wanted ask asked asks request requested",
  "choose chose chosen decide decided decision pick picked select selected",
  "join joins joining attend attends attending come comes coming",
  "meet meets meeting meetings call appointment session sync",
];
const hardWords = [
  "invoice invoices bill bills",
  "contract contracts agreement agreements",
  "flight flights plane fly flying itinerary",
  "hotel accommodation",
  "phone mobile telephone",
  "holiday holidays vacation",
  "box boxes carton cartons",
  "team colleagues",
  "document documents file files",
  "salary pay wage",
  "rent rental lease",
  "total sum amount",
  "address venue location",
  "budget budgets",
  "discount rebate",
];

const groupsOf = (lines: string[], isSoft: boolean): WordGroup[] =>
  lines.map((line) => ({ stems: [...new Set(line.split(" ").flatMap((word) => stemOf(word) ?? []))], isSoft }));

const known = [...groupsOf(softWords, true), ...groupsOf(hardWords, false)];
const byStem = new Map<string, WordGroup>();
for (const group of known) for (const stemmed of group.stems) if (!byStem.has(stemmed)) byStem.set(stemmed, group);

/** Words of questions that say nothing about the mail that answers. */
const askingWords = new Set(
  `mail mails email emails e-mail message messages inbox tell show find list give know say says said write wrote written mention mentioned
  please much many long often old far soon today yesterday tomorrow tonight week month year day days date time when where who whom whose which what
  why how any anybody anyone anything somebody someone something everything latest last newest recent recently current currently next this
  get got gets make made do did does done let lets me my mine i we us our you your it its they them he him she her that these those there
  also again still yet already ever exactly about regarding concerning thing things stuff and or but if whether for from to by with at on in of
  the a an is are was were be been being has have had will would can could should shall may might must not no yes ok hi hello hey thanks
  people person january february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday weeks months years morning afternoon evening happened happen new look looking information info detail details happening going
  go goes went gone so far per up out all us's isn't hasn't haven't didn't doesn't don't`.split(/\s+/),
);

export const isAskingWord = (word: string) => askingWords.has(word);

/** The word with its synonyms; undefined for a word that says nothing about the mail. */
export function groupOf(word: string): WordGroup | undefined {
  const stemmed = stemOf(fold(word));
  if (!stemmed) return undefined;
  const { stems, isSoft } = byStem.get(stemmed) ?? { stems: [], isSoft: false };
  return { stems: [stemmed, ...stems.filter((other) => other !== stemmed)], isSoft };
}

export const isKnownMatter = (word: string) => byStem.has(stemOf(fold(word)) ?? "");
