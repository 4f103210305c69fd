// Orders that hurried writers turn round: "sorry to Beatrix for …", "dont start till she says yes".
import { isGroupWord, isRole } from "./addressee.ts";
import { pronounOf } from "./reader-notes.ts";
import { upper } from "./whole-names.ts";

export const we = (text: string) => (pronounOf(text) === "my" ? "I" : "we");

/** "sorry to beatrix for double booking …" */
export const withSorry = (text: string): string =>
  text
    .replace(
      /^(?:so |very |please )?(?:say )?(?:sorry|apologies|apology) to ((?:(?:mr|mrs|ms|dr)\.? )?\p{L}[\p{L}'’-]+) for (?=\S)/iu,
      (whole, who: string) =>
        /^(?:the|my|our|all|him|her|them|you|everyone|everybody|staff|customers?|clients?|parents|guests|residents|tenants)$/i.test(
          who,
        ) || isRole(who)
          ? whole
          : `apologize to ${who.split(" ").map(upper).join(" ")} for `,
    )
    .replace(
      /(^|[.;,] )(moved|booked|put|gave|refunded|credited|sent) (?:him|her|them) (?=\p{L}|\d)/giu,
      (whole, mark: string, verb: string) =>
        /^(?:apologi[sz]e|sorry)/i.test(text) && mark !== ""
          ? `${mark.replace(",", ".")}${we(text)} ${verb.toLowerCase()} you `
          : whole,
    )
    .replace(
      /([.;,] )(?:is|would) (that|this|it) (?:be )?(ok|okay|fine|alright|all right) (?:w\/|with|for) (?:him|her|them)\?/giu,
      (whole, mark: string, what: string) =>
        /^(?:sorry|apolog)/i.test(text) ? `${mark.replace(",", ".")}is ${what} fine with you?` : whole,
    );

const ownNumber =
  /(?:[.;,]| and) (?:also )?(?:give|send|tell|leave) (?:(?:him|her|them|everyone|all) )?(my|our) ((?:mobile|phone|cell|direct|office|e-?mail|home|emergency)?(?: ?(?:phone|telephone|mobile|direct))? ?(?:number|address|line|extension|e-?mail)),? (?=[\d+(]|[^\s@]+@)/giu;
/** "apologise …, and give them my number, 0113 555 0142" */
export const withOwnNumber = (text: string): string =>
  text.replace(
    ownNumber,
    (_, whose: string, what: string) => `. ${whose.toLowerCase()} ${what.trim().toLowerCase()} is `,
  );

/** "say yes to the date but not to the room" */
export const withPartlyAgreed = (text: string): string =>
  text.replace(
    /(^|[.;,] |\band )(?:please )?(?:say yes to|agree to|accept) ([^.;:]{3,80}?),? but (?:say no to|not(?: to)?|decline) (?=\p{L})/giu,
    (_, mark: string, what: string) => `${mark}say that ${we(text)} agree to ${what}, but unfortunately not to `,
  );

/** "remind Keith for the second time about …" */
export const withRepeated = (text: string): string =>
  text.replace(
    /^(?:please )?remind ([^,.;:]{2,40}?) (?:again )?(?:for the|a) (second|third|fourth|last|final) time (?:about|of|that|to)(?= )/i,
    (whole, who: string, rank: string) =>
      /about$|of$/i.test(whole) ? `${rank.toLowerCase()} reminder to ${who} about` : `${whole}`,
  );

/** "invite parents year 6 - leavers assembly Thursday …" */
export const withInvited = (text: string): string =>
  text.replace(
    /^invite (?:all |the )?(\p{Ll}+) (?:of )?((?:year|class|grade|group|form|team|floor|block|unit) [\p{L}\d]{1,6})\s*(?:[-–:,]|to)\s+(?:the )?(?=\p{L})/iu,
    (whole, who: string, which: string) => (isGroupWord(who) ? `invite the ${who} of ${which} to the ` : whole),
  );

/** "dont start till she says yes": the writer's side waits for the reader. */
export const withOwnWait = (text: string): string =>
  text.replace(
    /(^|[.;,] )(?:do not|don['’]?t) (\p{Ll}+(?: (?:it|this|the \p{Ll}+|work))?) (?:till|until|unless|before) (he|she|they) (says?|agrees?|confirms?|approves?|signs?|pays?|oks?|replies|reply|answers?)(?= |[.,;]|$)/giu,
    (_, mark: string, deed: string, who: string, verb: string) =>
      `${mark.replace(",", ".")}we will not ${deed} until ${who} ${verb}`,
  );
