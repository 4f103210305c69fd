import { readMail } from "../mail/clean-mail.ts";
import { languageOf } from "../text/language.ts";
import type { ReplyIntent } from "../types.ts";
import { asksOf } from "./asks.ts";
import { carefulIntents, mayPromise, needsCare } from "./care.ts";
import { natureOf } from "./nature.ts";

/** Up to three ways to answer a mail, each with a short label for a button. */
export function intentsOf(emailBody: string, now: Date): ReplyIntent[] {
  const { text } = readMail(emailBody);
  if (!text) return [];
  // The engine cannot read the request in another language, so it offers no agreement.
  if (languageOf(text) !== "en") return [{ label: "Draft a reply", stance: "" }];
  const asks = asksOf(text, now);
  if (needsCare(text, asks)) return carefulIntents;
  const nature = natureOf(text, asks);
  const time = asks.find((ask) => ask.kind === "time");
  if (time)
    return [
      accept(short(`Accept ${time.when}`, "Accept the time")),
      { label: "Suggest another time", stance: "propose-time" },
      decline("Decline politely"),
    ];
  if (nature === "invitation") return [accept("Accept the invitation"), decline("Decline the invitation"), askDetails];
  const requests = asks.filter((ask) => ask.kind === "request");
  if (!requests.every(mayPromise)) return [{ label: "Answer the request", stance: "" }, ...carefulIntents];
  if (requests.length > 0) return [accept("Agree to do it"), moreTime, decline("Decline politely")];
  if (asks.length > 0)
    return [
      { label: asks.length > 1 ? "Answer the questions" : "Answer the question", stance: "" },
      moreTime,
      askDetails,
    ];
  if (nature === "complaint") return [{ label: "Apologize and help", stance: "" }, moreTime, askDetails];
  if (nature === "thanks" || nature === "congratulations")
    return [{ label: "Say you're welcome", stance: "acknowledge" }];
  return [{ label: "Thank them", stance: "acknowledge" }, askDetails, moreTime];
}

const accept = (label: string): ReplyIntent => ({ label, stance: "accept" });
const decline = (label: string): ReplyIntent => ({ label, stance: "decline" });
const moreTime: ReplyIntent = { label: "Ask for more time", stance: "more-time" };
const askDetails: ReplyIntent = { label: "Ask for details", stance: "ask-details" };

const short = (label: string, otherwise: string) =>
  label.split(/\s+/).length <= 5 && label.length <= 36 ? label : otherwise;
