import { finiteVerb, wordsIn } from "../intents/words.ts";
import { asSaid } from "./requests.ts";

/** "thx for the lunch", "sorry for the rush", "welcome": what a mail says first. */
export function openingOf(text: string, we: string): string | undefined {
  const am = we === "I" ? "I am" : "we are";
  if (/^(?:(?:my|our|sincere|deepest|heartfelt) )*condolences$/i.test(text))
    return asSaid(`please accept ${we === "I" ? "my" : "our"} sincere condolences`);
  if (/^(?:a )?(?:warm |big )?welcome$/i.test(text)) return "Welcome to the team.";
  const [, feat] = /^(?:many |big )?(?:congrats|congratulations)(?: (?:on|for|to) (.+))?$/i.exec(text) ?? [];
  if (/^(?:many |big )?(?:congrats|congratulations)\b/i.test(text))
    return asSaid(feat ? `congratulations on ${feat}` : "congratulations");
  const [, thanked] =
    /^(?:many |big |lots of )?(?:thanks|thank you)(?: so much| a lot| again)? (?:for )(.+)$/i.exec(text) ?? [];
  if (thanked)
    return asSaid(
      `thank you for ${thanked.replace(/^(?=(?:\p{Ll}+ )?(?:lunch|dinner|meeting|call|chat|drawings|photos|order|mail|quote|offer|invoice|files|samples|update)\b)(?!the |your |my |our )/u, "the ")}`,
    );
  if (!/^(?:(?:I['’]m|we['’]re|I am|we are) )?(?:very |so |really )?(?:sorry|apologies)\b/i.test(text))
    return undefined;
  const why = text.replace(/^.*?\b(?:sorry|apologies)(?: again)?\b\s*/i, "").replace(/^(?:about|for)\s+/i, "");
  if (why === "") return asSaid(`${am} sorry about this`);
  const [, undone] = /^(?:but )?(?:(?:I|we) )?(?:can['’]?t|cannot) (.+)$/i.exec(why) ?? [];
  if (undone) return asSaid(`${am} sorry, but ${we} cannot ${undone}`);
  if (/^(?:but|we|I|that|to)\b/i.test(why) || finiteVerb(wordsIn(why)) >= 0) return undefined;
  return asSaid(`${am} sorry for ${/^(?:the|our|my|your|any|this|that|\p{L}+ing\b)/iu.test(why) ? why : `the ${why}`}`);
}
