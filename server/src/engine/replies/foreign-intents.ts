import { foreignReplies, type RepliedLanguage } from "../sentences/foreign-replies.ts";
import { capitalize } from "../text/words.ts";
import type { ReplyIntent } from "../types.ts";
import { readForeignMail } from "./foreign-asks.ts";
import { chosenStance } from "./foreign-reply.ts";

/** The one-click answers to a mail, labelled in its language. */
export function foreignIntents(text: string, language: RepliedLanguage): ReplyIntent[] {
  const { labels } = foreignReplies[language];
  const { asks, nature, when, options, care } = readForeignMail(text, language);
  const moreTime = { label: labels.moreTime, stance: "more-time" };
  const decline = { label: labels.decline, stance: "decline" };
  if (care) return [{ label: labels.verify, stance: "verify" }, moreTime, decline];
  const otherTime = { label: labels.otherTime, stance: "propose-time" };
  if (options.length > 2) return [{ label: labels.accept, stance: "accept" }, otherTime];
  if (options.length > 0) {
    const labelOf = (option: string) => capitalize(labels.confirm.replace("{when}", () => option));
    return [...options.map((option) => ({ label: labelOf(option), stance: chosenStance(option) })), otherTime];
  }
  if (when) {
    const label = capitalize(labels.confirm.replace("{when}", () => when));
    return [{ label: label.length <= longestLabel ? label : labels.attend, stance: "accept" }, otherTime, decline];
  }
  if (nature === "invitation")
    return [
      { label: labels.attend, stance: "accept" },
      { label: labels.stayAway, stance: "decline" },
    ];
  if (nature === "complaint") return [{ label: labels.apologise, stance: "" }, moreTime];
  const requests = asks.filter(({ kind }) => kind === "request");
  const safe = requests.filter(({ isSafe }) => isSafe);
  if (safe.length * 2 > requests.length) return [{ label: labels.accept, stance: "accept" }, moreTime, decline];
  if (requests.length > 0) return [{ label: labels.reply, stance: "" }, moreTime, decline];
  if (asks.length > 0) return [{ label: asks.length > 1 ? labels.answers : labels.answer, stance: "" }, moreTime];
  if (nature === "sympathy") return [{ label: labels.thank, stance: "acknowledge" }];
  if (nature === "thanks") return [{ label: labels.welcome, stance: "acknowledge" }];
  return [{ label: labels.thank, stance: "acknowledge" }];
}

const longestLabel = 36;
