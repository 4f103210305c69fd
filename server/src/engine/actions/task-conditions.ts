// Recognizes offers, and tasks under a condition that need not occur.
export const isOptional =
  /^(?:if you (?:can|could|want|wish|would like|'d like|need|prefer|are interested|have (?:any|further|questions)|don't|do not|no longer|wish|did not|didn't|feel)|should (?:you|that|this|the|any|it)\b|to (?:cancel|unsubscribe|opt out|change|learn|find out|view|see|manage|contact|reach|book|order|stop|report)\b|in (?:urgent|case of|an emergency|urgent cases))[^,]*,/i;

/** "If you could drop the van off on the 24th, we'd have it back to you": what the writer would like. */
export const isSuggested =
  /^(?:so |and |but )?if you could(?: just| please)? (?!not\b|have\b|be\b|get\b|find\b)\p{L}+ [^,]{4,90}, (?:then )?(?:we|i|that|it)(?:['’](?:d|ll)| would| will)\b/iu;

/** A task under a condition: "If the fault persists, open a new ticket." A request for consent is not one: "If you agree, sign." */
export const isCase =
  /^(?:if|in case|unless|whenever)\s+(?!(?:you agree|you approve|you accept|possible|so|ok|okay|everything|all is|(?:that|this|it|the \p{L}+)(?:'s| is| are)? (?:fine|ok|okay|good|right|correct|suits?|works?|acceptable|agreeable))\b)(?:you (?:find|see|notice|hear|smell|miss)|the|a|an|any|it|this|that|there|he|she|they|we do not|we don't|my|our|\p{L}+ (?:is|are|does|do|fails?))\b[^?!]{3,200}$/iu;

/** "If anyone doesn't eat meat, say so", "Anyone with an injury, please have a word with me": a day makes it a task of all. */
export const isForAnybody = (text: string) => forAnybody.test(text) && !hasLimit.test(text);
const forAnybody =
  /^(?:over|above|under|below|otherwise|in that case) [^,]{0,30}?\b(?:i|we) (?:need|have to|must|will)\b|^(?:just |simply |please )*(?:say|shout|tell (?:me|us)|let (?:me|us) know) if (?:i|we) (?:should|can|may|could|are to)\b|^(?:and |but |also,? )?(?:if|should|in case) (?:any|some)(?:one|body)\b|^(?:if|should) (?:any|one|some) of you\b|^(?:any|some)(?:one|body) (?:with|who|whose|in|on)\b[^,]{2,80},|^whoever\b[^,]{2,60},/i;
export const conditionForAnybody =
  /^(?:and |but |also,? )?((?:if|in case) (?:(?:any|some)(?:one|body)|any of you)\b[^,]{3,80}),/i;
const hasLimit =
  /\b(?:by|before|until|no later than)\s+(?:\p{L}+\s){0,3}(?:\d|\p{L}*day\b|tomorrow|noon|the end|end|next|this)/iu;
