/** The style that the user asks for. */
export type Style = { isShort: boolean; isFormal: boolean; isFirm: boolean };

const manner =
  "(?:very |really |quite |a (?:bit|little) |extra |super )?(?:polite|brief|short|formal|informal|nice|firm|friendly|warm|professional|concise|clear|kind|gentle|casual|direct|simple|serious|apologetic|diplomatic|respectful|crisp|sincere|upbeat|positive|neutral|strict|tactful|sympathetic|sensitive|careful|humble|assertive|to the point|plain|light|personal|courteous|factual|human|discreet|cordial|sweet|honest|encouraging|understanding|enthusiastic|empathetic|cheerful|pushy|aggressive|rude|stiff|wordy|long|dramatic|harsh|salesy|emotional|calm|cold)";
const manners = `${manner}(?:(?:,? (?:and|but|yet|or)|,|/| ?&) (?:not (?:too )?)?${manner})*`;

const direction = new RegExp(
  `^(?:please |and |but |also |just |make sure to |try to |then )*(?:${[
    "(?:do not|don'?t|never|avoid|without|no need to|not) (?:mention\\w*|say\\w*|tell\\w*|includ\\w*|writ\\w*|(?:use|using)(?= .*\\b(?:words?|wording|jargon|emojis?|slang|(?:first )?names?|bullets?|phrases?|tone|language|exclamation|buzzwords?|caps|capitals|abbreviations?|contractions?|clichés?|formal|sarcasm|humou?r|superlatives?|passive|adjectives?|acronyms?|terms?|templates?)\\b)|sound\\w*|be |being |make|talk\\w*|refer\\w*|bring\\w* up|apologi\\w*|go into|over-?explain\\w*|promis\\w*|offer\\w*|reveal\\w*|disclos\\w*|blam\\w*|admit\\w*|give (?:any |the )?(?:details?|reasons?)|commit\\w*|get into|sugar-?coat\\w*|beg\\w*|grovel\\w*|threaten\\w*|accus\\w*|pressur\\w*|insult\\w*|lectur\\w*|patroni[sz]\\w*).*",
    "keep (?:it|this|the (?:e-?mail|mail|message|tone|letter|text|note))\\b(?! (?:from |a secret|secret\\b|to (?:yoursel|themsel))).*",
    `(?:keep|stay|be|remain|sound|stay) ${manners}(?: (?:please|though|tone|about it|in tone|but .{0,40}))?`,
    `make (?:it|this|the (?:e-?mail|mail|tone|message|letter)) (?:sound |look |feel |read )?(?:as )?${manners}.{0,40}`,
    `(?:(?:use|in|with|adopt) )?(?:an? |the )?${manners} (?:tone|style|language|wording|words|voice|manner|way|e-?mail|mail|message|note|version)(?: please)?`,
    "(?:the )?tone(?: is|:| should be)?\\b.{0,40}",
    "(?:don'?t|do not) (?:make|let) it .*",
    "(?:use|write|add|no|without) (?:in )?(?:(?:plain|simple|easy|formal|british|american) )?(?:bullets?|bullet points?|emojis?|jargon|buzzwords|exclamation marks?|english|fluff|small talk|language|slang|abbreviations)\\b.{0,30}",
    "(?:write (?:it )?)?in (?:english|german|french|spanish|portuguese|hindi|italian)(?: please)?",
    "(?:max(?:imum|\\.)?|under|about|around|at most|less than|no more than|not more than|up to) \\d+ (?:words?|sentences?|lines?|paragraphs?)",
    "\\d+(?:-\\d+)? (?:sentences?|lines?|words|paragraphs?)(?: (?:max|maximum|only|at most|tops))?",
    `(?:not |nothing )?(?:too |overly )?${manners}(?: please| though| tone)?`,
    "(?:short|brief|quick) (?:and|but) .{0,20}",
    "(?:write|word|phrase|put) (?:it|this) .{0,40}",
    "no (?:more )?(?:begging|pushing|pleading|blaming|preaching|lecturing|whining|grovelling|pressure|hard feelings|sugar-?coating|promises)\\b.{0,30}",
    "no (?:greeting|(?:stock |empty |set |standard )?phrases|clichés?|platitudes|small talk|chit-? ?chat|waffl(?:e|ing)|bla+h?(?: bla+h?)*|pleasantries|niceties|frills|flattery|fuss|fluff|jargon|emojis?|exclamation marks?|apology|apologies|details?|excuses|drama|blame|names|surnames|figures)",
    "(?:sign(?:ed)?(?: it)?(?: off)? (?:as|with) .{1,60}|sign off .{1,40})",
    "(?:no|without|leave out) (?:the |any )?(?:\\p{L}+ )?(?:names?|numbers?|prices?|figures?) (?:in|from|out of) (?:the |this )?(?:e-?mail|mail|message|letter|text)",
    "(?:send )?(?:the )?same (?:e-?mail|mail|message|letter) (?:goes )?to .{2,40}",
    "(?:ask|want|demand|request|expect) (?:for )?nothing(?: (?:of|from) (?:him|her|them))?|no (?:ask|asks|questions|threats|surprises)",
    "(?:he|she)(?:['’]?s| is) (?:an? )?(?:\\p{L}+ )?(?:mate|friend|pal|buddy|regular)|b?cc (?:nobody|no one)",
    "thanks|thank you|thx|cheers|say (?:please|thanks)",
  ].join("|")})[.!]*$`,
  "iu",
);

/** Whether a clause is about the writing itself, so that it must not appear in the mail. */
export const isDirection = (text: string) => text.length <= 200 && direction.test(text.trim());

// A manner at the end of a clause: "…, politely", "in a friendly way", "but keep it short".
const trailing = new RegExp(
  `[,;]?\\s+(?:(?:but|and)\\s+)?(?:politely|nicely|briefly|gently|firmly|kindly|diplomatically|tactfully|respectfully|professionally|(?:in|with) an? ${manners} (?:tone|way|manner|style)|without (?:mentioning|saying|telling|naming|revealing|giving|referring to|going into)\\b[^,.;]{0,80}|(?:in|using) (?:english|simple (?:words|language)|plain english|a few words|(?:two|three|\\d+) (?:sentences?|lines?)))[.!]*$`,
  "i",
);
const leading =
  /^(?:(?:(?:please|politely|kindly|nicely|gently|firmly|briefly|formally|simply|just|also|then|additionally|at the end|in the end|and|so|ok|okay|hey|hi|hello)[,:]?|(?:finally|first|lastly|next|secondly),)\s+)+(?=\S)/i;

/** The clause without words about its manner. */
export function withoutManner(text: string): string {
  if (text.length > 1_000) return text;
  const bare = text.replace(trailing, "").replace(leading, "");
  return bare.trim() || text;
}

export function styleOf(directions: string[]): Style {
  const all = directions.join("\n");
  return {
    isShort: /\b(?:short|brief|concise|crisp|to the point|words|sentences?|lines?)\b/i.test(all),
    isFormal: /\b(?:formal|formally)\b/i.test(all) && !/\b(?:informal|not (?:too )?formal)\b/i.test(all),
    isFirm: /\b(?:firm|firmly|strict|serious|direct|assertive)\b/i.test(all),
  };
}
