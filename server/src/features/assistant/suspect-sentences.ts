/**
 * Finds sentences that address the assistant and not the reader. They only cause a warning: the protection is the fence, the
 * lack of tools and the cleaned answer, which hold even if a sentence is missed here.
 */
const answer = "(?:answer|reply|response|respond|output|message|summary|draft|text|translation)";
const assistant = "(?:ai|a\\.i\\.|assistant|chat ?bot|bot|llm|language model|gpt|gemini|copilot|claude|model|agent)";
const prior =
  "(?:previous|prior|above|earlier|preceding|all|any|your|these|those|other|system|existing|original|given|safety)";
const rules =
  "(?:instructions?|directions?|rules?|prompts?|guidelines?|commands?|orders?|context|constraints?|polic(?:y|ies)|restrictions?)";

const patterns = [
  // Revoke the assistant's instructions.
  `\\b(?:ignore|disregard|forget|override|bypass|neglect|skip|drop|discard)\\b.{0,40}\\b${prior}\\b.{0,40}\\b${rules}\\b`,
  `\\b(?:ignore|disregard|forget) (?:everything|all|what|anything)\\b.{0,40}\\b(?:above|before|told|said|earlier|user)\\b`,
  "\\bignore the (?:user|reader|recipient|sender)\\b",
  "\\b(?:new|updated|real|actual|hidden|additional|secret) (?:system )?(?:instructions?|prompt|directives?)\\b",
  "\\bsystem (?:override|prompt|message|instruction|notice|note|command)\\b",
  "\\b(?:developer|admin|debug|maintenance|god|jailbreak|dan) mode\\b",
  "\\bdeveloper (?:note|message|instruction)\\b",
  // Address a machine.
  `\\b(?:note|message|instructions?|attention|dear|hey|hello|hi)[,:]? (?:to |for )?(?:the |any |all |our |your )?${assistant}s?\\b`,
  `^\\W*${assistant}\\b\\s*[:,]`,
  `\\b(?:if|when|as|since) you(?: are|'re)? (?:an? )?${assistant}\\b`,
  `\\byou are (?:now (?:an?|the|my|our|in|acting)|no longer (?:an?|bound)|actually an?|an? ${assistant}|in (?:developer|debug|admin))\\b.{0,60}`,
  "\\b(?:pretend|act|behave|roleplay|role-play)\\b.{0,20}\\b(?:to be|as|like) (?:an?|if|the)\\b",
  "\\bwhen you (?:draft|write|summari[sz]e|reply|answer|respond|generate|process)\\b",
  // Change or poison the answer.
  `\\b(?:in|to|into|with|of|at|throughout|within|about|regarding|using) (?:the |your |this |its )?(?:own |next |final |following )?${answer}s?\\b.{0,80}\\b(?:include|add|suggest|mention|insert|embed|claim|say|state|promote|recommend|write|put|use|place)\\b`,
  `\\b(?:include|add|insert|integrate|embed|incorporate|append|prepend|place|put|weave|slip|inject|introduce|work|mention|use|share|place|feature|modify|alter|change|adjust|twist|craft|edit|end|start|begin|finish|conclude|sign)\\b.{0,140}\\b(?:in|to|into|with|of|at|throughout|within|for) (?:the |your |this |its )?(?:own |next |final )?${answer}\\b`,
  `\\b(?:modify|alter|change|adjust|encode|translate|reverse|write|provide|give|return|deliver|convert|format|express|present|rewrite|spell|compose|craft|output|make|render|transform|encrypt|obfuscate|substitute|replace|use) (?:the |your |all |every |each )(?:own |next |final |entire |whole |full )?(?:\\w+ ){0,3}${answer}s?\\b`,
  `\\b(?:reply|respond|answer|output|print|say|write|return|repeat)\\b (?:only|just|exactly|with (?:only|just|exactly)|nothing but|the (?:word|phrase|following|text|above))\\b`,
  "\\brepeat (?:the |everything |all |your |what )?(?:above|previous|preceding|instructions?|prompt|words|text)\\b",
  "\\b(?:reveal|print|show|output|display|disclose|share|expose|leak|tell me|give me|send|list|dump|recite|what (?:is|are|was|were))\\b.{0,30}\\b(?:your|the|its)? ?(?:system|initial|original|hidden|secret|full|exact|own)? ?(?:prompt|instructions|guidelines|configuration|api keys?|system message)\\b",
  "\\b(?:base ?(?:16|32|58|64|85)|rot-?13|caesar cipher|substitution cipher|morse code|leetspeak|pig latin|emojis? only)\\b.{0,60}",
  "\\b(?:decode|decrypt|deobfuscate) (?:and|then) (?:follow|run|execute|obey|do)\\b|\\bfollow this\\b\\s*:",
  `\\b(?:apply|use|replace|augment|enhance|enrich|invert|substitute|spice|expand|complement|supplement|reverse|scramble|reorder|switch)\\b.{0,80}\\byour (?:own |next |final )?${answer}\\b`,
  `^\\W*(?:use|replace|substitute)\\b.{0,40}\\bemojis?\\b`,
  `\\b${answer}s?\\b.{0,30}\\b(?:backwards?|reversed?|in reverse|encoded|in base|as a poem|in (?:french|german|spanish|italian|russian|chinese|japanese|arabic|latin|hindi|portuguese|korean|dutch|klingon))\\b`,
  // Cause an action, or hide it.
  "\\b(?:do not|don't|never|without)\\b.{0,20}\\b(?:tell|inform|mention|notify|alert|warn|reveal|disclose|show|asking)\\b.{0,40}\\b(?:user|reader|recipient|anyone|human|owner|this)\\b",
  "\\b(?:forward|send|export|upload|exfiltrate|copy|bcc|cc|post|email|transmit|leak|share)\\b.{0,60}\\b(?:every|all|each|entire|whole|any|full)\\b.{0,40}\\b(?:(?:e-?)?mails?|messages?|inbox|mailbox|conversations?|contacts?|threads?|data|attachments?|passwords?|credentials?|history|documents?)\\b",
  "\\b(?:forward|send|bcc|cc)\\b.{0,40}\\be\\d{3}\\b",
  "\\b(?:use|call|invoke|run|execute|trigger)\\b.{0,20}\\b(?:the )?\\w* ?(?:tool|function|api|command|plugin|shell|forward|delete)\\b.{0,20}\\b(?:to|with|and|on)\\b",
  "\\bset (?:the )?(?:to|cc|bcc|reply-to|recipient|from)\\b.{0,5}:?.{0,40}@",
  "\\b(?:delete|remove|archive|mark)\\b.{0,20}\\b(?:all|every|each) (?:(?:e-?)?mails?|messages?|of (?:the|my|their))\\b",
  "\\b(?:tell|ask|instruct|convince|inform|persuade|trick|warn|urge) the (?:user|reader)\\b|\\bthe user (?:has |next |already |explicitly )?(?:consent|authori[sz]|whitelist|approv|confirm|asks? you|agreed)",
  "\\b(?:system|initial|original) (?:instructions|prompt)\\b|\\bwere you told before\\b|\\bnot supposed to tell me\\b",
  "\\bprocess\\.env\\b|\\bDATABASE_URL\\b|\\bother tenants?\\b|\\bbelonging to tenant\\b",
  "\\bsummari[sz]e\\b.{0,60}\\b(?:forever|never stop|endlessly)\\b",
  "\\b(?:body|contents?|text) of (?:any|every|all) e-?mails? (?:you have|from)\\b",
  // Prompt and answer markers of other programs.
  '\\[/?INST\\]|<</?SYS>>|<\\|(?:im_start|im_end|system|user|assistant|endoftext)\\|?>|^\\W{0,4}(?:system|assistant|developer)\\W{0,3}:|\\[(?:system|assistant|admin|developer)\\b.{0,20}\\]|^\\W{0,6}(?:system|assistant)\\b[^.\\n]{0,20}\\W{2,}$|^\\W{0,6}instructions?\\s*:|^#{2,} ?(?:system|instruction|assistant)|!\\[[^\\]]{0,80}\\]\\(https?:|"(?:tool|function)"\\s*:\\s*"|\\}\\]?,\\s*"(?:summary|actions)"\\s*:|</?(?:system|instructions?|prompt|assistant|mail|email|thread)\\b[^>]{0,80}>',
].map((source) => new RegExp(source, "imu"));

/** A task for a machine in the middle of a mail: people do not ask a colleague for a haiku or the sentiment of a tweet. */
const machineTask =
  /^(?:please )?(?:can you )?(?:write|provide|show me how to|generate|create|give me|help me with|analy[sz]e|determine|classify|recommend|suggest) .{0,60}\b(?:python|javascript|bash|shell|regex|sql|haiku|poem|joke|riddle|limerick|lyrics|recipe|sentiment|mood of this|a command to|a script (?:to|that)|schedule a task)\b/iu;

/** "Ignore the previous instructions" in other languages. */
const otherLanguages =
  /忽略.{0,10}(?:指示|指令|说明|提示)|以前の指示|ignor(?:a|e|ez|er|iere|ieren|iamo)\b.{0,30}\b(?:instrucciones|instructions|instru[cç][oõ]es|istruzioni|anweisungen|consignes|indicaciones)|(?:vergiss|missachte).{0,30}(?:anweisungen|regeln)|(?:игнорируй|проигнорируй|забудь).{0,30}(?:инструкци|указани)|(?:पिछले|सभी|ऊपर).{0,20}निर्देश|تجاهل.{0,20}(?:التعليمات|الأوامر)|이전.{0,10}(?:지시|명령).{0,10}무시/iu;

/** Bounds the text that each pattern scans. */
const maxSentence = 600;
const maxSentences = 3000;

const speaksToMachine = (sentence: string) =>
  patterns.some((pattern) => pattern.test(sentence)) || machineTask.test(sentence) || otherLanguages.test(sentence);

/** Letters of other alphabets, and digits, that look like Latin letters inside a Latin word. */
const others = [..."аеорсухіѕјһԁαοινρκτАВЕКМНОРСТХІЅΑΒΕΗΙΚΜΝΟΡΤΧ013457@$"];
const latin = [..."aeopcyxisjhdaoivpktABEKMHOPCTXISABEHIKMNOPTXoieastas"];
const lookalikes = new Map(others.map((sign, at) => [sign, latin[at] ?? sign]));

const foldLookalikes = (sentence: string) =>
  sentence.replace(/[\p{L}\p{N}@$]+/gu, (word) =>
    /[a-z]/i.test(word) ? [...word].map((sign) => lookalikes.get(sign) ?? sign).join("") : word,
  );

/** At least four single letters in a row, with blanks or signs between them: "i g n o r e", "i.g.n.o.r.e". */
const spacedLetters = /(?<![\p{L}\p{N}])[\p{L}\p{N}@$](?:[\s._*|/·•~-]{1,4}[\p{L}\p{N}@$](?![\p{L}\p{N}])){3,}/gu;

/** Words of the patterns above, to find the word boundaries in letters without gaps between words. */
const orderWords =
  /ignore|disregard|forget|override|bypass|everything|previous|prior|above|earlier|preceding|existing|original|system|safety|instructions?|directions?|rules|prompts?|guidelines|commands|orders|context|reveal|repeat|reply|respond|answer|output|forward|send|delete|emails?|messages?|inbox|mailbox|contacts|passwords?|assistant|all|any|your|the|only|with|every/gi;

/** Joins letters that were spaced out to slip past a filter. */
const joinSpacedLetters = (text: string) =>
  text.replace(spacedLetters, (run) => {
    const gaps = run.match(/[\s._*|/·•~-]+/gu) ?? [];
    const letterGap = Math.min(...gaps.slice(0, 10_000).map((gap) => gap.length));
    // A longer gap than the one between letters ends a word.
    if (gaps.some((gap) => gap.length > letterGap))
      return run.replace(/[\s._*|/·•~-]+/gu, (gap) => (gap.length > letterGap ? " " : ""));
    return foldLookalikes(run.replace(/[\s._*|/·•~-]+/gu, "")).replace(orderWords, " $& ");
  });

const maxFound = 20;

export function suspectSentences(text: string): string[] {
  const plain = text.slice(0, 400_000).normalize("NFKC");
  const joined = joinSpacedLetters(plain);
  const found = ordersIn(plain);
  if (joined !== plain) found.push(...ordersIn(joined));
  return [...new Set(found)].slice(0, maxFound);
}

function ordersIn(text: string): string[] {
  const found: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const folded = foldLookalikes(sentence);
    if (speaksToMachine(sentence) || (folded !== sentence && speaksToMachine(folded))) found.push(sentence);
    if (found.length >= maxFound) break;
  }
  return found;
}

function sentencesOf(text: string) {
  return text
    .split(/\n+|(?<=[.!?]["')\]]?)\s+/u)
    .slice(0, maxSentences)
    .map((sentence) => sentence.trim().slice(0, maxSentence))
    .filter((sentence) => sentence.length > 3);
}
