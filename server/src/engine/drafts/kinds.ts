/** The purposes of a mail. Each has its sentences in a file of its own. */
export const draftKinds = [
  "meeting",
  "reschedule",
  "cancel",
  "follow-up",
  "payment",
  "apology",
  "thanks",
  "introduction",
  "status",
  "decline",
  "offer",
  "request",
  "complaint",
  "invitation",
  "congratulations",
  "sympathy",
  "leave",
  "application",
  "resignation",
  "announcement",
  "welcome",
  "reminder",
  "question",
  "absence",
  "general",
] as const;
export type DraftKind = (typeof draftKinds)[number];

/** The kind of mail that the user's words ask for. The context decides only if the intent names no kind. */
export function kindOf(intent: string, context: string): DraftKind {
  const said = match(intent);
  if (said) return said;
  // An intent with its own topic ("the leaking tap") is about that topic, even if the notes ask for something else.
  return intent.trim().split(/\s+/).length >= 2 ? "general" : (match(context.slice(0, 2_000)) ?? "general");
}

// The first match wins: a payment reminder also reads like a reminder, a thank-you for a meeting like a meeting.
const signs: [DraftKind, RegExp][] = [
  [
    "question",
    /^(?:\S+ ){0,2}(?:ask|enquire|inquire|find out) (?:\S+ ){0,3}?(?:about|if|whether|when|what|how|who|where|which|why)\b/i,
  ],
  [
    "absence",
    /\b(?:can'?t come(?: in| to work| today)?|call(?:ing)? in sick|(?:am|i'?m|im|feeling|being) (?:sick|ill|unwell)|sick today|not feeling well|(?:will be|running) late (?:today|tomorrow|to work))\b/i,
  ],
  [
    "announcement",
    /^(?:please )?(?:tell|inform|notify|let)\s+(?:(?:my|the|our|all) )?\S+(?:\s+know)?\s+(?:that\s+)?(?:i|i'm|we|we're|the|our|my|it|there)\b(?!.*\b(?:sorry|apolog))/i,
  ],
  [
    "sympathy",
    /\b(?:condolences?|sympath\w+|sorry for (?:your|his|her|their) loss|passed away|bereave\w*|get well|funeral|lost (?:his|her|their) (?:mother|father|wife|husband|son|daughter|dog|cat))\b/i,
  ],
  ["congratulations", /\b(?:congrat\w*|well done on|happy birthday|birthday (?:wish|greet)\w*|felicitat\w*)\b/i],
  ["resignation", /\b(?:resign\w*|quit (?:my|the) job|notice period|two weeks'? notice|leaving the company)\b/i],
  [
    "leave",
    /\b(?:(?:annual|sick|parental|maternity|paternity|unpaid|medical|casual|privilege) leave|leave (?:request|application|of absence|from|on|for)|(?:request|ask\w*|apply\w*|need|take|want) (?:for )?(?:a |an |my |some |\w+ days? )?(?:leave|vacation|day off|days off|time off|pto|holiday)|vacation request|days? off|time off|out of office)\b/i,
  ],
  ["application", /\b(?:apply(?:ing)? (?:for|to)|job application|application for|cover letter|applying)\b/i],
  [
    "payment",
    /\b(?:payment (?:reminder|request|due|overdue|is|not)|overdue|unpaid|outstanding (?:invoice|balance|amount|payment)|(?:remind|chas\w+|ask\w*|follow\w* up)\b.*\b(?:pay|paid|payment|invoice|dues?|fees?|rent|balance|bill)|invoice reminder|pay (?:the|his|her|their|your|our) (?:invoice|bill|rent|fees?)|(?:invoice|bill|rent|fees?) (?:is |are )?(?:due|overdue|unpaid|not paid|pending)|pending (?:invoice|payment|bill|dues))\b/i,
  ],
  [
    "reschedule",
    /\b(?:re-?schedul\w*|postpon\w*|(?:move|push|shift|delay) (?:the |our |my |this |that |tomorrow'?s? |today'?s? |\w+day'?s? )?(?:\w+ )?(?:meeting|call|appointment|interview|session|demo|lunch|review|catch-?up|sync)|(?:change|another|different|new) (?:the )?(?:time|date|slot) (?:for|of))\b/i,
  ],
  [
    "cancel",
    /\b(?:cancel\w*|terminat\w* (?:the|my|our) (?:contract|subscription|agreement|membership)|call(?:ing)? off|unsubscrib\w* from)\b/i,
  ],
  [
    "apology",
    /\b(?:apolog\w*|say(?:ing)? sorry|sorry (?:for|about|to|that)|our mistake|regret(?:s|ting)? (?:for|the|about))\b/i,
  ],
  [
    "decline",
    /\b(?:declin\w*|turn(?:ing)? down|reject\w*|say(?:ing)? no\b|refus\w*|not (?:interested|able to accept|accept\w*|going to accept)|pass on|regrets? to\b)\b/i,
  ],
  [
    "complaint",
    /\b(?:complain\w*|complaint|dissatisf\w*|unhappy (?:with|about)|disappointed (?:with|by|in|about)|(?:broken|damaged|faulty|defective|wrong|missing) (?:item|product|order|delivery|goods|parcel|package|laptop|phone|device|part)\b|poor (?:service|quality)|bad (?:service|quality|experience))\b/i,
  ],
  [
    "thanks",
    /\b(?:thank\w*|thx|gratitude|grateful (?:for|to)|appreciat(?:e|ion) (?:for|of|note|letter|the|your|his|her|their|all))\b/i,
  ],
  [
    "welcome",
    /\b(?:welcom(?:e|ing) (?:email|mail|message|note|letter|to|the|our|a|new|\p{Lu}\w+)|onboarding (?:email|mail|message))\b/iu,
  ],
  ["invitation", /\b(?:invit\w*|rsvp|save the date|ask .{0,40} to (?:come to|join us|attend))\b/i],
  [
    "introduction",
    /\b(?:introduc\w*|intro|pitch\w*|connect(?:ing)? \p{Lu}\w+ (?:and|with|to)|present(?:ing)? (?:myself|our new|my new)|cold (?:email|outreach|mail)|new (?:account|project|sales|team) (?:manager|lead)\b.*\bintro)\b/iu,
  ],
  [
    "follow-up",
    /\b(?:follow(?:ing|ed)?[ -]?up|check(?:ing)? in (?:on|with|about)|checking on|circle back|touch base|nudge|no (?:reply|response|answer) (?:yet|so far|to|on)|haven'?t heard|status of (?:my|our) (?:application|request|proposal|order|quote))\b/i,
  ],
  [
    "status",
    /\b(?:status|progress (?:update|report)|(?:project|weekly|monthly|daily|quick|sprint) (?:update|report)|updat(?:e|ing) (?:\w+ ){0,3}(?:on|about|regarding|team|client|boss|manager)|where we (?:stand|are)|report (?:on|progress)|give (?:an |a )?update)\b/i,
  ],
  ["reminder", /\bremind\w*\b|\bdon'?t forget\b/i],
  [
    "meeting",
    /\b(?:(?:schedul\w*|set(?:ting)? up|arrang\w*|book\w*|plan\w*|propos\w*|request\w*|organi[sz]\w*|fix|have|ask\w* for|want|need|hold) (?:\w+ ){0,4}(?:meeting|call|appointment|demo|session|catch-?up|sync|interview|1:1|one-on-one|chat|lunch|coffee|video call|zoom)|meeting (?:request|invite|with|about|to|on|for|tomorrow|next)|meet (?:up|with|to|for|next|on|tomorrow|and|him|her|them)|let'?s meet|(?:lunch|coffee) (?:with|next|on|tomorrow))\b/i,
  ],
  ["request", /\bask\w* (?:\S+ ){0,3}for\b/i],
  [
    "offer",
    /\b(?:offer\w*|discount|quotation|quote (?:for|to)|promo(?:tional)?(?: code| offer)?|special (?:price|deal)|coupon|proposal (?:for|to)|send (?:a |the |our )?(?:quote|proposal|price)|upsell|sale on)\b/i,
  ],
  [
    "announcement",
    /\b(?:announc\w*|tell (?:my |the )?(?:boss|manager|\p{Lu}\w+) (?!to\b)|inform\w*|notif\w*|tell (?:everyone|all|the team|customers|clients|staff|employees|people)|let (?:everyone|all|the team|customers|clients|staff|employees|people|them|him|her|\p{Lu}\w+) know|news (?:about|of)|notice (?:about|of|to)|price increase|(?:we are|we're) (?:moving|closing|launching)|launch of|new (?:policy|office|address|hours|product))\b/iu,
  ],
  [
    "question",
    /\b(?:ask (?:\w+ ){0,3}(?:about|if|whether|when|what|how|who|where|which|why)|question(?:s)? (?:about|on|for|regarding)|enquir\w*|inquir\w*|find out (?:if|whether|when|what|how|about))\b/i,
  ],
  [
    "request",
    /\b(?:request\w*|ask\w*|need\w*|want\w*|could (?:you|they|he|she)|get (?:the|a|an)|please (?:send|provide|share)|raise|refund|extension|approval|permission|reference|recommendation|sponsor\w*|support for|help with)\b/i,
  ],
  ["meeting", /\bmeeting\b(?! (?:notes|minutes|summary|recap|protocol))/i],
];

function match(text: string): DraftKind | undefined {
  return signs.find(([, sign]) => sign.test(text))?.[0];
}
