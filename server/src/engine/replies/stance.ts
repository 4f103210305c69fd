import { bareDecision } from "../intents/bare-decision.ts";
import { type Stance, stances } from "../sentences/reply-sentences.ts";
import type { Ask } from "./ask.ts";

export type ReadStance = {
  stance: Stance;
  /** The user's own words, if they are no known stance. */
  words: string;
  /** The one of several proposed times that the user accepts. */
  chosen: string;
  isVerify: boolean;
};

/** "open" is our own word for "not decided": from a user it is ordinary text. */
export const statedStances = stances.filter((stance) => stance !== "open");

/** One of the known stances, the choice of a proposed time, the user's own words, or "open" if nothing is decided. */
export function readStance(given: string | undefined, asks: Ask[] = []): ReadStance {
  const text = (given ?? "").trim();
  const known = (stance: Stance): ReadStance => ({ stance, words: "", chosen: "", isVerify: false });
  if (!text) return known("open");
  if (text.toLowerCase() === "verify") return { ...known("open"), isVerify: true };
  const stated = statedStances.find((stance) => stance === text.toLowerCase());
  if (stated) return known(stated);
  const decision = bareDecision(text);
  if (decision) return known(decision);
  const chosen = chosenTime(text, asks);
  if (chosen) return { ...known("accept"), chosen };
  return { ...known("open"), words: text };
}

/** "Confirm Tuesday at 3 pm" accepts that one of the proposed times. */
function chosenTime(text: string, asks: Ask[]): string {
  const wanted = /^(?:confirm|accept)\s+(?:the meeting on\s+|the time\s+)?(.+?)[.!]?$/i.exec(text)?.[1]?.toLowerCase();
  if (!wanted) return "";
  for (const ask of asks) {
    if (ask.kind !== "time") continue;
    const option = ask.options.find((one) => one.toLowerCase() === wanted);
    if (option) return option;
  }
  return "";
}
