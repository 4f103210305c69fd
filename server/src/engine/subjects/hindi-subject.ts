// Subject lines of mails in Hindi, in either script, and in languages whose grammar is not known here.

const salutation =
  /^(?:(?:आदरणीय|माननीय|प्रिय|श्रीमान|श्रीमती|महोदय|महोदया|नमस्ते|नमस्कार|सर|मैडम|डॉक्टर साहब|dear|sir|madam|namaste|namaskar|hello|hi|respected|doctor|pranam)(?![\p{L}\p{M}])[^,;।.!?]{0,30}[,;।!]?\s*)+/iu;
const polite =
  /^(?:(?:please|plz|pls|kripya|कृपया|कृपा करके|aapka|aapki|aapke|आपका|आपकी|आपके|मेरी|मेरा|मेरे|हमारा|हमारी|हमारे|mera|meri|mere|humara|humari|hamara|hamari|mujhe|humein|hume|मुझे|हमें|aur|और|toh|to|waise)\s+)+/iu;
const informing = /^(?:.{0,30}?(?:inform|suchit|सूचित|batana|bataana|बताना)\s.{0,40}?\s(?:ki|कि)\s+)/iu;
/** Verbs at the end that a subject line leaves out. */
const closing =
  /\s+(?:(?:kar|कर|bhej|भेज)\s+(?:do|dijiye|dein|de|दो|दीजिए|दें)|(?:do|dijiye|dein|दें|दीजिए)|(?:ho|हो)\s+(?:raha|rahi|rahe|रहा|रही|रहे)\s+(?:hai|hain|है|हैं)|(?:ho|हो)\s+(?:gaya|gayi|gaye|गया|गई|गए)|(?:kar|कर)\s+(?:raha|rahi|rahe|रहा|रही|रहे)\s+(?:hoon|hu|hun|hai|hain|हूं|हूँ|है|हैं)|(?:karunga|karungi|karenge|करूंगा|करूंगी|करेंगे|hogi|hoga|honge|होगा|होगी|होंगे)|(?:kya|क्या)|(?:please|plz|ji)|(?:hai|hain|है|हैं|tha|thi|था|थी))$/iu;
const asking =
  /(?:^|[\s,])(?:please|plz|pls|kripya|कृपया)\s+(?:(?:aaj|kal|आज|कल)(?:\s+(?:shaam|subah|शाम|सुबह|hi|ही))?(?:\s+(?:tak|तक))?\s+|\S+\s+(?:tak|तक)\s+)?(.{4,90}?)\s+(?:bhej|send|share|de\s|approve|book|भेज|दे\s|दें|उपलब्ध|जमा|करवा)/iu;

/** "Alex ji namaste," greets the reader and says nothing. */
const onlyGreets =
  /^(?:\p{L}[\p{L}\p{M}.]*\s){0,3}(?:ji|sir|madam|saab|sahab|bhai|bhaiya|didi|जी|सर|मैडम|साहब|भाई)?\s*(?:namaste|namaskar|pranam|नमस्ते|नमस्कार|प्रणाम)?\s*[,!]\s*$|^(?:\p{L}[\p{L}\p{M}.]*\s){1,3}(?:ji|sir|madam|जी|सर)\s*[,!]?$/iu;
const negation = /(?:^|\s)(?:nahi|nahin|nhi|mat|na|नहीं|नही|मत|न)(?=\s|$)/iu;
/** "पाइपलाइन की मरम्मत के कारण …", "Barish ki wajah se …": the reason is not the matter. */
const reason = /^(?:\S+\s+){1,5}?(?:के कारण|की वजह से|ke karan|ki wajah se)\s+(?=\S+\s\S+\s\S)/iu;

const wish = /(?:^|\s)(?:mujhe|hume|humein|hamein|मुझे|हमें)\s+(.{4,60}?\s(?:chahiye|चाहिए|चाहिये))(?=[\s,.।!]|$)/iu;

/** A clause of the first sentence that says something, without salutation and auxiliary verbs. */
export function hindiSubject(sentences: string[]): string | undefined {
  const parts = sentences.flatMap((sentence) => sentence.split(/।\s+/u)).filter((part) => !onlyGreets.test(part));
  const told = parts.map((sentence) => lineOf(sentence)).filter((line) => line.split(/\s+/).length >= 2);
  const [first] = told;
  // A wish that is said whole is better than half a sentence.
  const wished = parts.map((part) => wish.exec(part.slice(0, 300))?.[1]).find(Boolean);
  if (wished && first && first.length > mostCharacters - 12 && !/\?$/.test(first)) return wished;
  if (first && first.split(/\s+/).length >= 3) return first;
  const asked = parts.map((sentence) => asking.exec(sentence.slice(0, 300))?.[1]).find(Boolean);
  return asked ?? first ?? parts[0] ?? sentences[0];
}

function lineOf(sentence: string): string {
  const text = sentence
    .slice(0, 300)
    .replace(/^[^,，:]{2,24}(?:ji|sir|madam|जी|साहब)?[,，:]\s*(?=\S+\s\S+\s\S)/iu, (address) =>
      address.trim().split(/\s+/).length <= 3 &&
      !/\d|(?:^|\s)(?:hai|hain|ho|tha|thi|है|हैं|हो|था|थी)(?=[\s,:]|$)/iu.test(address)
        ? ""
        : address,
    )
    .replace(salutation, "")
    .replace(informing, "")
    .replace(polite, "")
    .replace(reason, "");
  const asked = asking.exec(` ${sentence.slice(0, 300)}`)?.[1];
  if (asked && asked.split(/\s+/).length >= 2 && /^(?:\S+[,\s]+){0,2}(?:please|kripya|कृपया)/iu.test(sentence))
    return shortened(asked);
  // "Bukhar hai isliye ghar se kaam karunga": what follows is what the mail is about.
  const [, because] = /\s(?:isliye|इसलिए)\s+(.{8,})$/iu.exec(text) ?? [];
  // A clause of three words or more stands alone.
  const whole = because ?? text;
  const [clause = ""] =
    /^.{12,}?(?=\s(?:jab|kyunki|kyonki|taaki|lekin|magar|जब|क्योंकि|ताकि|लेकिन)\s)/iu.exec(whole) ??
    /^(?:[^\s,，;]+\s+){2,}?[^\s,，;]+(?=[,，;]\s(?!\d{1,2}\s(?:जनवरी|फरवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर)))/u.exec(
      whole,
    ) ??
    [];
  return shortened(clause || whole);
}

/** "रविवार, 10 मई को सुबह 9 बजे से 2 बजे तक … बंद रहेगी": the verb at the end says what happens, and the day follows it. */
function withTimeLast(line: string): string {
  const [front = ""] = timeFront.exec(line) ?? [];
  const rest = line.slice(front.length);
  if (!front || rest.split(/\s+/).length < 3) return line;
  const day = /\d{1,2}\s+(?!बजे|baje)[\p{L}\p{M}]{2,}/u.exec(front)?.[0];
  return day ? `${rest}, ${day}` : line;
}
const timeFront =
  /^(?:[\p{L}\p{M}\d:,.]+\s+){0,12}(?:बजे\s+(?:से|तक|को|par|पर)|तक|को|baje\s+(?:se|tak|ko)|tak|ko)\s+(?=\S+\s+\S+\s+\S)/iu;

const mostCharacters = 60;
const longestDenied = 90;

function shortened(text: string): string {
  let line = text.replace(/[।.!?\s]+$/u, "");
  const isQuestion = /\?\s*$/.test(text);
  // "cotton ka rate kya hoga aur …": the question is about what stands before "kya".
  const [, about] =
    /^((?:\S+\s+){2,}?\S+)\s+(?:kya|kitna|kitne|kitni|kab|kahan|kaise|क्या|कितना|कितने|कितनी|कब|कहां|कहाँ|कैसे)(?=\s)/iu.exec(
      line,
    ) ?? [];
  if (about) line = about;
  for (let i = 0; i < 3; i++) line = line.replace(closing, "");
  if (line.length > mostCharacters) line = withTimeLast(line);
  const words = line.split(/\s+/);
  // A line without its negation would say the opposite.
  const most = negation.test(line) ? longestDenied : mostCharacters;
  while (words.length > 3 && words.join(" ").length > most) words.pop();
  while (
    words.length > 3 &&
    /^(?:ka|ki|ke|ko|se|me|mein|par|aur|ya|का|की|के|को|से|में|पर|और|या|liye|लिए)$/iu.test(words.at(-1) ?? "") &&
    line.length > mostCharacters
  )
    words.pop();
  const cut = words.join(" ");
  return isQuestion && !about && cut.length < mostCharacters ? `${cut}?` : cut;
}
