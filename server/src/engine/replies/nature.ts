import type { MailNature } from "../sentences/reply-sentences.ts";
import type { Ask } from "./ask.ts";

// The first match wins: a complaint that also asks for something is a complaint.
const loud: [MailNature, RegExp][] = [
  [
    "complaint",
    /\b(?:(?<!\b(?:residents|neighbou?rs|tenants|customers|clients|guests|parents|people|they|who|users|students|passengers|patients) (?:have |are |were |had |still |also |often )?)complain\w*|unacceptable|disappoint\w*|broken|damaged|faulty|defective|not working|(?<!(?:\d(?:st|nd|rd|th)?|day|date|time|that|slot) )doesn't work|still (?:not|haven't|hasn't|has not|have not)|terrible|frustrat\w+|wrong (?:item|order|product|size)|did not work|didn't work|not acceptable|nobody (?:came|answered|called)|complaints?|late again|leaking|never (?:arrived|received)|poor service|still (?:have |had |got )?no|(?:still|so|very|really|rather|pretty|extremely) (?:cross|angry|annoyed|upset|unhappy|dissatisfied)|furious|appalled|disgust\w*|(?:no|without) hot water|(?:served|delivered|arrived|came) (?:\p{L}+ )?(?:\d+ (?:minutes|hours|days) )?(?:too )?late|without a word|(?:with )?the wrong \p{L}+|(?:want|expect|demand)\b[^.!?]{0,40}\b(?:refund\w*|money back|fees? back|back in full)|(?:second|third|fourth|fifth) time (?:this|in|that|now)|not good enough|nobody has|no ?one has|(?:rung|called|phoned|written|e-?mailed|asked) (?:\p{L}+ ){0,3}(?:twice|(?:two|three|four|five|several|\d+) times)|(?:told|promised) (?:me |us )?(?:somebody|someone) would|(?:is|are|was|were) (?:scratched|cracked|dented|torn|stained|missing from|incomplete)|overcharged|fed up|let down)\b/iu,
  ],
  [
    "offer",
    /\b(?:(?:would like|are pleased|am pleased|are happy|'d like) to offer you|our (?:price|quote|quotation|estimate) (?:for|is|comes|of)|(?:price|quote|quotation|estimate|offer)\b.{0,80}\bvalid (?:until|for|till)|offer you the (?:position|role|job|post)|job offer|make you an offer)\b/i,
  ],
  [
    "application",
    /\b(?:(?:would like|want|wish|am writing|like|'d like) to apply\b(?! (?:the|an?|this|these|pressure)\b)|apply(?:ing)? for (?:the|your|an?) (?:\p{L}+ ){0,4}?(?:position|job|role|post|vacancy|internship|apprenticeship|placement)|my application (?:for|as)|please find (?:attached )?my (?:cv|application|resume))\b/iu,
  ],
  [
    "invitation",
    /\b(?:(?:i'm|i am|we're|we are) inviting|invite you|(?:honou?red|delighted|pleased|happy|love|glad) to (?:have|welcome|host) you|invitation|rsvp|you(?:'re| are)(?: \p{L}+ly)? invited|(?:would|'d) (?:love|be delighted|be happy|like) to have you|join us (?:for|at|on)|celebrate with you|(?:if|whether) you(?:'re| are| will be|'ll be) (?:coming|joining|attending|there)|(?:if|whether) you (?:can|could|will|would like to|are able to|want to) (?:come(?! (?:in|back|by|over|on|up)\b)|attend|make it|be there|take part|join us))\b/iu,
  ],
  [
    "loss",
    /\b(?:passed away|(?:has|have|had) died|died (?:on|last|this|yesterday|suddenly|peacefully)|the death of|(?<!\b(?:at|to|attend|attending|for) (?:an?|the) )funeral|lost (?:my|our|her|his) (?:father|mother|husband|wife|son|daughter|brother|sister|partner|dad|mum|mom)|condolences|bereave\w+)\b/i,
  ],
  [
    "illness",
    /\b(?:in (?:the )?hospital|i(?:'m| am) (?:sick|ill|unwell)|(?:daughter|son|wife|husband|mother|father|kid|child|mom|mum|dad|baby|partner) is (?:very |quite )?(?:ill|sick|unwell|in hospital)|not feeling well|have (?:the flu|bronchitis|pneumonia|covid|a fever|migraine)|tested positive|down with|surgery|called in sick|sick leave|signed me off|broke my|bronchitis)\b/i,
  ],
  [
    "invoice",
    /\binvoice\s+(?:no\.?\s*|number\s*|#)?[\w-]*\d|attached (?:is )?(?:the |our |an? )?invoice|\b(?:payment (?:is )?due|outstanding (?:amount|balance)|overdue)\b/i,
  ],
];
const quiet: [MailNature, RegExp][] = [
  [
    "introduction",
    /(?:^|[.!?,\n]\s*)(?:please )?(?:meet|let me introduce|i(?:'d| would) like to introduce)\b (?:you to )?\p{Lu}/iu,
  ],
  [
    "joy",
    /\b(?:(?:was|is|were) born|little \p{Lu}\p{Ll}+ (?:has )?arrived|got (?:engaged|married)|getting married|passed (?:my|the) (?:exams?|bar|driving test)|(?:been|got|was) promoted|got the (?:job|place|grant))\b/iu,
  ],
  ["congratulations", /\bcongratulat\w*\b|\bwell done\b/i],
  ["apology", /\b(?:sorry (?:for|about|that|i|to)|apologi[sz]e|apologies)\b/i],
  [
    "thanks",
    /^\W{0,20}(?:\S+\s+){0,6}(?:thank you|thanks|many thanks|grateful)\b(?! to\b)|(?:^|[.!?\n]\s*)(?:thank you|many thanks|thanks)(?: so much| very much| a lot| again| (?:and|to) \p{Lu}\p{L}+| both| all)? for\b|\b(?:was|were|is|are|looks?|turned out|came out) (?:just |really |absolutely )?(?:wonderful|fantastic|amazing|brilliant|lovely|superb|magic(?:al)?|perfect|gorgeous|beautiful|stunning|terrific|outstanding|excellent|incredible|spot on|a triumph|a joy)\b/iu,
  ],
];

/** The writer consoles the reader. */
const consoles =
  /\b(?:with (?:our |my )?(?:deepest|sincere|sincerest|heartfelt|warmest) (?:sympathy|condolences)|(?:my|our) (?:(?:deepest|sincere|sincerest|heartfelt) )?(?:condolences|sympathy|sympathies)|(?:my|our) (?:thoughts|prayers|hearts?)(?: and (?:thoughts|prayers))? (?:are|is|go|goes) (?:out )?(?:with|to) (?:you|your)|sorry (?:for|to hear (?:of|about)) your loss)\b/i;

/** A refusal often opens with thanks. */
const refuses =
  /\b(?:unfortunately|regret|unsuccessful|(?:awarded|given|gone|went|go) (?:(?:the|this) \p{L}+ )?to (?:another|a different|other)|(?:decided|chosen|opted|choose|elected) (?:not to|against|for (?:another|a different)|to (?:go|proceed|continue|work) with (?:another|a different|other))|not (?:been )?(?:selected|successful|shortlisted|chosen|accepted|awarded)|(?:another|other|different) (?:candidates?|applicants?|suppliers?|providers?|bidders?|contractors?|vendors?|yard|firm)|(?:cannot|can't|can not|will not|won't|not able to|unable to) (?:be |now )?(?:offer|accept|take|proceed|consider|tak\p{L}+|proceeding|offering|invite)|not (?:be )?(?:taking|moving|going) (?:it|this|things|your \p{L}+|ahead|forward)|(?:chosen|selected|appointed|hired|picked|offered (?:it|the \p{L}+) to) (?:somebody|someone|another|an? (?:candidate|applicant))|went with (?:somebody|someone|another)|on this occasion|turned down|(?:must|have to|has to) decline)\b/iu;
const warmlyThanks =
  /\b(?:thank you from|thank you so (?:very )?much|thank you very much|an? (?:huge|big|massive|heartfelt|warm|enormous) thank you|(?:cannot|can't) thank you enough|(?:made|makes) (?:my|our|her|his|their) (?:day|week|month|year)|means (?:a lot|so much|the world)|(?:so|deeply|truly|very|forever) grateful|god bless)\b/i;

/** "Thank you for your enquiry" opens a business mail; nobody answers "You are welcome". */
const routineThanks =
  /\b(?:thank you|thanks|many thanks)(?: very much| so much)? for (?:your|the|sending|getting|contacting|choosing|taking)\s+(?:\p{L}+ ){0,2}?(?:enquiry|inquiry|interest|request|order|message|e-?mail|mail|call|letter|reply|response|quote|application|booking|question|query|touch|us|your)\b/giu;

/** "If you fancy another visit, we'd be happy to have you" invites to nothing that is planned. */
const offersMore = /(?<=^|[.!?\n]\s*)if you (?:fancy|like|want|wish|ever|prefer|need)\b[^.!?\n]*[.!?]/giu;
/** Minutes open with it. */
const thanksForComing =
  /\b(?:thanks|thank you)(?: all| everybody| everyone)?(?: for)? (?:coming|attending|joining|being there|taking part|your time)\b/giu;

/** "The crane has broken down, so we have to move you to Friday": who tells of an own trouble does not complain. */
function isOwnTrouble(text: string): boolean {
  const troubled = text.split(/(?<=[.!?\n])\s+/).filter((sentence) => trouble.test(sentence));
  return (
    troubled.length > 0 &&
    makesGood.test(text) &&
    !accuses.test(text) &&
    !troubled.some((sentence) => ofReader.test(sentence) && !makesGood.test(sentence))
  );
}
const trouble =
  /\b(?:broken|damaged|faulty|defective|not working|doesn['’]t work|leaking|cracked|late again|scratched|torn)\b/i;
const makesGood =
  /\b(?:we|i)(?:['’]ll| will| have to| can| could|['’]d)? (?:push|move|fit|replace|repair|send|bring|come|deliver|refund|install|fix|offer|make it up|order|take care|do that)\b|\b(?:is|are) on us\b|\bat (?:our|my) (?:cost|expense)\b|\bno (?:extra )?charge\b/i;
const ofReader = /\b(?:you|your|yours|ordered|bought|received|delivered|delivery)\b/i;
const accuses =
  /\b(?:complain\w*|unacceptable|not acceptable|disappoint\w*|furious|appalled|refund me|money back|compensat\w*|fed up|let down|you (?:sent|sold|delivered|charged|promised))\b/i;

/** Minutes and reports tell of the complaints and events of others. */
const reports =
  /\b(?:(?:the |my |our )?(?:minutes|notes) (?:of|from) (?:the |our |today|yesterday|this|last|\p{L}+day)|where we stand|(?:present|attendees|in the room|excused)\s*:|status (?:report|update)|(?:short|quick|weekly) (?:summary|report|recap)|recap of)\b/iu;

/** The nature of a mail. A request or question outranks the quiet natures, but not the loud ones. */
export function natureOf(text: string, asks: Ask[]): MailNature {
  const head = text.slice(0, 4_000).replace(routineThanks, " ").replace(offersMore, " ").replace(thanksForComing, " ");
  const isReport = reports.test(head.slice(0, 160));
  const first = (kinds: [MailNature, RegExp][]) =>
    kinds.find(
      ([kind, sign]) =>
        !(kind === "complaint" && isOwnTrouble(head)) &&
        !(isReport && (kind === "complaint" || kind === "invitation")) &&
        sign.test(head),
    )?.[0];
  const loudest = first(loud);
  // Condolences are sent to somebody who has lost a person, and are thanked for.
  if ((loudest === undefined || loudest === "loss") && consoles.test(head)) return "sympathy";
  if (loudest || asks.length > 0) return loudest ?? "asks";
  const nature = first(quiet) ?? (warmlyThanks.test(head) ? "thanks" : "news");
  return nature === "thanks" && refuses.test(head) ? "news" : nature;
}
