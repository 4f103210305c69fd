/** The recipient, as far as the user's text names one. */
export type Recipient = {
  /** Name for the greeting ("Priya", "{FirstName}", "team"), or "". */
  name: string;
  /** Words by which the context may mention the reader: the name and the role ("Priya", "client"). */
  mentions: string[];
  isGroup: boolean;
};

const role =
  "boss|manager|supervisor|team lead|client|customer|landlord|landlady|tenant|supplier|vendor|professor|teacher|colleague|coworker|co-worker|candidate|applicant|neighbou?r|partner|investor|recruiter|hiring manager|interviewer|employee|intern|mentor|director|ceo|cto|cfo|doctor|lawyer|accountant|hr|support|bank|hotel|school|host|organi[sz]er|seller|buyer|subscriber|user|member|guest|friend|prospect|contractor|agency|principal|chairman|secretary|assistant|editor|publisher|designer|developer|engineer|airline|insurer|insurance|company|clinic|council|embassy|librarian|trainer|coach|dentist|author|speaker|photographer";
const groupRole =
  "team|all|everyone|everybody|staff|employees|customers|clients|colleagues|members|users|subscribers|investors|guests|tenants|candidates|applicants|students|parents|partners|suppliers|vendors|participants|attendees|neighbou?rs|friends|residents|shareholders|volunteers|readers|clinics|companies|schools|shops|stores|alumni|donors|sponsors|fans|freelancers|folks";

const notPeople =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4]|Zoom|Teams|Slack|Google|Microsoft|Amazon|Apple|Jira|GitHub|Excel|Hotel|Street|Project|Phase|HR|IT|CEO|CTO|CFO|The|This|That|Our|My|Your|New|I|We|A|An|Re|PO|API|CRM|ERP|GST|VAT|EU|US|UK|USA|India|London|Berlin|Paris|Mumbai|Delhi|Christmas|Easter|Diwali|Eid|English|German|French|Spanish|Hindi|AI|ASAP|FYI|Please|Thanks|Order|Invoice|Inc|Ltd|GmbH|LLC|Room|Conference|Board|Marketing|Sales|Finance|Legal|Engineering|Design|Support|Monthly|Weekly|Meeting)$/;

/** Reads the recipient from the intent ("remind John to…", "email to the marketing team"), the context and the tokens. */
export function recipientOf(intent: string, context: string): Recipient {
  const token =
    /\{+\s*first_?\s?name\s*\}+/i.exec(`${context}\n${intent}`)?.[0] ??
    /\{+\s*(?:full_?\s?)?name\s*\}+/i.exec(`${context}\n${intent}`)?.[0];
  const labelled =
    /(?:^|[.,;]\s*)(?:[Tt]o|[Rr]ecipient|[Ff]or|[Dd]ear|[Hh]i|[Hh]ello|[Cc]andidate|[Aa]pplicant|[Aa]ttn|(?:(?:[Hh]er|[Hh]is|[Tt]heir|[Tt]he)\s)?(?<![Mm]y\s)[Nn]ame is)\s*:?\s+(\p{Lu}\p{Ll}[\p{L}'’-]*)(?:\s+\p{Lu}[\p{L}'’-]+)?\s*(?:[,.;]|$)/mu.exec(
      context,
    )?.[1];
  const named = labelled ?? nameIn(intent);
  const group = new RegExp(
    `\\b(?:(?:to|with|tell|inform|remind|invite|ask|thank|update|congratulate|for|welcome|email|mail|let|among) )(?:my |our |the |all |all of |all our |whole |entire )*((?:(?!(?:to|the|with|for|my|our|all|and|of) )\\p{L}+ )?(?:${groupRole}))\\b`,
    "iu",
  ).exec(intent)?.[1];
  const single = new RegExp(
    `\\b(?:my |our |the |a |an |to |with |tell |ask |remind |from |for |email |mail |write |message |contact |inform |update |notify )((?:(?!(?:to|the|with|for|my|our|all|and|of|a|an) )\\p{L}+ )?(?:${role}))\\b`,
    "iu",
  ).exec(intent)?.[1];
  const mentions = [named?.replace(/ team$/, ""), single, group]
    .filter((mention) => mention !== undefined)
    .map((mention) => mention.toLowerCase());
  if (token) return { name: token, mentions: [...mentions, token.toLowerCase()], isGroup: false };
  // Neither of two people can be addressed as "you" alone.
  if (named?.includes(" and ")) return { name: named, mentions, isGroup: true };
  if (named) return { name: named, mentions, isGroup: false };
  if (group) return { name: groupName(group), mentions, isGroup: true };
  const roleWord = single?.split(" ").at(-1)?.toLowerCase();
  return { name: "", mentions: roleWord ? [...mentions, roleWord] : mentions, isGroup: false };
}

function nameIn(intent: string): string | undefined {
  const person =
    "((?:(?:Mr|Mrs|Ms|Dr|Prof)\\.?\\s)?\\p{Lu}\\p{Ll}[\\p{L}'’-]*(?:\\s\\p{Lu}\\p{Ll}[\\p{L}'’-]+)*(?:\\s(?:and|&)\\s\\p{Lu}\\p{Ll}+(?=\\s|$|,))?)";
  const verbs =
    "[Rr]emind|[Aa]sk|[Tt]ell|[Tt]hank|[Ee]mail|[Mm]ail|[Ww]rite|[Ii]nvite|[Cc]ongratulate|[Ii]nform|[Uu]pdate|[Cc]ontact|[Nn]udge|[Cc]hase|[Ww]elcome|[Aa]nswer|[Mm]eet|[Ll]et|[Pp]ing|[Mm]essage|[Tt]o|[Ww]ith|[Ff]rom|[Tt]hanks|[Cc]onnecting|[Cc]onnect|employee|colleague|customer|client|hire|intern|member|friend";
  for (const match of intent.matchAll(new RegExp(`(?:^|\\s)(?:${verbs})\\s+${person}`, "gu"))) {
    const name = greetable((match[1] ?? "").trim());
    if (name) return name;
  }
  return undefined;
}

/** The name in the greeting: a first name, a title with its surname, or the team of a company. */
function greetable(name: string): string | undefined {
  const pair = /^(\p{L}+)\s(?:and|&)\s(\p{L}+)$/u.exec(name);
  if (pair) return notPeople.test(pair[1] ?? "") || notPeople.test(pair[2] ?? "") ? undefined : name;
  const words = name.replace(/\s(?:and|&)\s.*$/, "").split(/\s+/);
  const [first = "", second = ""] = words;
  if (/^(?:Mr|Mrs|Ms|Dr|Prof)/.test(first)) return words.slice(0, 2).join(" ");
  if (notPeople.test(first)) return undefined;
  return words.length >= 3 && !notPeople.test(second) ? `${words.join(" ")} team` : first;
}

function groupName(group: string): string {
  const lower = group.toLowerCase();
  if (/^(?:all|everyone|everybody|folks)$/.test(lower)) return "all";
  if (/(?:staff|employees)$/.test(lower)) return "all";
  return group.replace(/^(?:all|the|our|my)\s+/i, "");
}

/** Turns a sentence about the reader ("Priya asked", "he wants") into one that addresses the reader. */
export function speakTo(sentence: string, recipient: Recipient): string {
  let text = sentence;
  for (const mention of recipient.mentions) {
    // A merge token is filled in later, so it must stay.
    if (mention.startsWith("{")) continue;
    const word = `(?:the |our |my )?${mention.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    text = text.replace(new RegExp(`\\b${word}['’]s\\b`, "gi"), "your");
    text = text.replace(
      new RegExp(`(^|[.!?,;]\\s+|\\b(?:that|if|when|because|and|but|as|since) )${word}(?:\\s+(\\p{L}+))?`, "giu"),
      (_, before: string, verb?: string) =>
        `${before}${before.trim() === "" || /[.!?]\s*$/.test(before) ? "You" : "you"}${verb ? ` ${agree(verb)}` : ""}`,
    );
    text = text.replace(
      new RegExp(
        `\\b(to|with|for|from|by|told|asked|gave|sent|show|send|give|tell|ask|thank|help|of|about) ${word}\\b`,
        "gi",
      ),
      "$1 you",
    );
  }
  return recipient.mentions.length > 0 && !recipient.isGroup ? pronounsToYou(text) : text;
}

/** "he needs his password" → "you need your password". Only for sentences that are about the reader. */
export function pronounsToYou(sentence: string): string {
  return sentence
    .replace(
      /\b(he|she|they)(['’](?:s|re|ll|ve|d))?\s+(\p{L}+)/giu,
      (_, pronoun: string, short: string | undefined, verb: string) => {
        const you = /^\p{Lu}/u.test(pronoun) ? "You" : "you";
        if (!short) return `${you} ${agree(verb)}`;
        return /['’]s/.test(short) ? `${you}${/ed$|en$/.test(verb) ? "'ve" : "'re"} ${verb}` : `${you}${short} ${verb}`;
      },
    )
    .replace(/\b(?:himself|herself|themselves)\b/gi, "yourself")
    .replace(/\b(?:him|them)\b/gi, "you")
    .replace(/\b(his|their|her)\b(?=\s+\p{L})/giu, (word) => (/^\p{Lu}/u.test(word) ? "Your" : "your"))
    .replace(/\bher\b/gi, "you");
}

const irregular: Record<string, string> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  "isn't": "aren't",
  "wasn't": "weren't",
  "hasn't": "haven't",
  "doesn't": "don't",
  goes: "go",
};

function agree(verb: string): string {
  const known = irregular[verb.toLowerCase()];
  if (known) return known;
  if (/(?:ch|sh|ss|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /[^su]s$/.test(verb) && !/^(?:always|perhaps|sometimes|its|his|this|us|as)$/i.test(verb)
    ? verb.slice(0, -1)
    : verb;
}
