import type { Reader } from "../intents/reader.ts";
import { isDirection } from "../intents/style.ts";
import { englishCheckWords } from "./check-words.ts";

const { addressing, everybody, writersVerbs } = englishCheckWords;
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\.? ");
// How notes go on about a reader: "… in purchasing", "… at Sweet Crumb".
const place =
  "(?: (?:at|in|of|from) (?:the |our )?(?-i:\\p{Lu}[\\p{L}&]+(?: \\p{Lu}\\p{L}+)*|\\p{Ll}+(?=[\\s,.:]|$)))?";

/** The piece of a note without its reader and without the order to write to them. Empty if nothing else is in it. */
export function withoutAddressing(piece: string, { name, mentions }: Pick<Reader, "name" | "mentions">): string {
  const names = [name.replace(/ team$/, ""), ...mentions]
    .filter((word) => word.length > 1 && word !== "all")
    .map(escaped);
  const own =
    names.length === 0
      ? "(?!)"
      : `(?:(?:the |our |my |all )*(?:(?:mr|mrs|ms|dr|prof)\\.? )?(?:${names.join("|")})(?:['’]s team)?(?-i:(?: \\p{Lu}[\\p{L}-]+)*)(?: \\p{L}(?![\\p{L}\\d]))?${place})`;
  const who = `(?:${own}|${everybody})(?![\\p{L}])`;
  const lead = `(?:(?:please )?(?:this )?(?:\\b(?:${writersVerbs}|${addressing})\\b)\\s*:? ?(?:(?:to|for) )?)`;
  const all = (pattern: string, flags = "iu") => new RegExp(pattern, flags);
  if (
    isDirection(piece) ||
    all(`^(?:and |so )?${lead}?${who}(?: (?:too|as well|know|please|nicely|politely|only))?[.:,!]*$`).test(piece)
  )
    return "";
  if (all(`^${lead}(?:(?:the |our |my )?(?-i:\\p{Ll}+ ){0,2})${own}[.:,!]*$`).test(piece)) return "";
  if (
    all(`^(?:please )?(?:${writersVerbs}) (?:him|her|them|it|everyone)(?: (?:nicely|politely|know))?[.!]*$`).test(piece)
  )
    return "";
  return piece
    .replace(all(`\\s*\\((?:${addressing})\\s*:? ?${who}\\)`), "")
    .replace(all(`^order from ${own}\\s*:\\s*(?=\\S)`), "order ")
    .replace(all(`^${lead}?${who}\\s*:\\s*(?=\\S)`), (whole) => (/^thank/i.test(whole) ? "thank you for " : ""))
    .replace(
      all(
        `^(?:an? )?(?:(?:short|quick|brief|formal|friendly|warm|nice|polite|firm) )*(?:mail|e-?mail|letter|note|message|text|reply|answer|update|notice|circular|memo|info|information|announcement|fyi|attention|heads[- ]up|reminder) (?:to |for )?${who}(?: \\([^()]*\\))?\\s*[:,-]\\s*(?=\\S)`,
      ),
      "",
    )
    .replace(
      all(
        `^(?:an? )?(?:(?:short|quick|warm|nice|friendly) )*(?:(welcome|thank you|thanks|reminder|sorry|congrats|congratulations) )?(?:mail|e-?mail|note|letter|message|card)?(?: (?:to|for))?(?: (?:the|our|my))?(?: new)?(?: (?-i:\\p{Ll}+)){0,2} ${own}[.:,]*\\s*`,
      ),
      (whole, kind?: string) => (kind && /^welcome/i.test(kind) ? "welcome. " : whole),
    )
    .replace(all(`^(?:answer|reply|response|message|text|short)\\s*:\\s*(?=\\S)`), "")
    .replace(all(`^${own}\\s*,\\s+(?=\\S)`), "")
    .replace(
      all(
        `^(?:(?:(?:I |we )?need to )?(?:please )?(?:tell|inform|notify|remind|let|write to|mail|e-?mail|message|say to|hi|hello|dear|hey) )${who}(?: know)?\\s*(?:,|\\bthat\\b|\\babout\\b)?\\s*(?=\\S)`,
      ),
      "",
    )
    .replace(all(`[,;]? (?:to|for|cc) ${own}$`), "")
    .replace(all(`[,;]? (?:and )?(?:please )?(?:tell|inform|notify|let|mail|goes to|to) ${who}(?: know)?$`), "")
    .replace(/^welcome\. $/i, "welcome")
    .trim();
}
