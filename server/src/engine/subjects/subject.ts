import { readMail } from "../mail/clean-mail.ts";
import { forwardedMail, subjectOfQuote } from "../mail/forwarded.ts";
import { splitHeader } from "../mail/header-block.ts";
import { isPleasantry, overturns, statesProblem } from "../summaries/importance.ts";
import { pointsIn } from "../summaries/points.ts";
import { isSideRemark } from "../summaries/side-remarks.ts";
import { type Language, languageOf } from "../text/language.ts";
import { sentencesOf } from "../text/sentences.ts";
import { capitalize, contentStems } from "../text/words.ts";
import { identifierIn, subjectOfKind } from "./acts.ts";
import { candidatesIn, questionsOf, withSecondMatter } from "./candidates.ts";
import { foreignSubject } from "./foreign-subject.ts";
import { type KindLabel, kindLabelOf, withLabel } from "./kinds.ts";
import { listLines } from "./lists.ts";

// A mail names its subject at the top; more text costs time and precision.
const sentencesRead = 7;

/** A short subject in the mail's own words: what happened, or what it is about, with the figure that decides. */
export function subjectOf(text: string): string {
  const pasted = splitHeader(text.slice(0, 60_000));
  const pastedSubject = withoutPrefix(pasted.subject);
  if (isSpecific(pastedSubject)) return finish(pastedSubject);
  const { text: own, greeting, onlyQuoted } = readMail(pasted.body);
  const passedOn = onlyQuoted ? undefined : forwardedMail(pasted.body);
  // An answer and a forward keep the subject of the mail that they quote.
  const quotedSubject = onlyQuoted ? "" : withoutPrefix(subjectOfQuote(pasted.body));
  if (isSpecific(quotedSubject)) return finish(quotedSubject);
  const body = passedOn && own.length < longestNote ? `${passedOn.text}\n${own}` : own;
  const points = named(pointsIn(body || greeting || text.slice(0, 2_000), true).map(dropOpening)).map(toldIn);
  const language = languageOf(body);
  const stated = statedSubject(points[0] ?? "") ?? absence(body) ?? titleOf(body);
  if (stated) return stated;
  const number = language === "en" && isQuestionnaire(body) ? identifierIn(body.slice(0, 300)) : undefined;
  if (number) return finish(`Questions about ${number}`);
  const labelled = kindLabelOf(pasted.body, language);
  const kind = labelled?.isCertain ? labelled.whole : subjectOfKind(body, language);
  if (kind) return finish(kind);
  if (labelled?.whole) return finish(labelled.whole);
  const line = matterOf(body, points, language, labelled);
  return labelled ? finish(withLabel(labelled, line, body, language)) : line;
}

/** The matter of the mail in its own words. A complaint is about the sentence that says what went wrong. */
function matterOf(body: string, points: string[], language: Language, kind?: KindLabel): string {
  const told = points
    .filter(
      (point, i) =>
        !isPleasantry(point) &&
        !isSideRemark(point) &&
        !isMarkedItem(point) &&
        !(overturns(point) && point.split(/\s+/).length <= mostOfAnnouncing) &&
        !(i === 0 && isGreeting.test(point)) &&
        !isLabelled.test(point) &&
        !(i > 0 && isName.test(point)) &&
        !isAddress.test(point) &&
        !isSalutation.test(point) &&
        !acknowledges.test(point) &&
        !isIntroduction.test(point),
    )
    .map((point) => (language === "en" ? point.replace(markedItems, "") : point))
    .slice(0, sentencesRead);
  const given = aboutMatter(told.length > 0 ? told : points.slice(0, sentencesRead), kind);
  if (language !== "en") {
    // A list goes with the sentences above it, of which the last announces it.
    const sentences = given.flatMap((sentence) => (language === "hi" ? [sentence] : sentencesOf(sentence)));
    const weights = sentences.map((sentence) => weightOf(sentence, kind));
    return withIdentifier(finish(foreignSubject(sentences, language, weights) ?? sentences[0] ?? ""), body);
  }
  const sentences = given.map(consequence);
  const counts = new Map<string, number>();
  for (const stemmed of contentStems(body.slice(0, 20_000))) counts.set(stemmed, (counts.get(stemmed) ?? 0) + 1);
  const candidates = sentences.flatMap((sentence, i) =>
    candidatesIn(sentence, i, counts).map((line) => ({ ...line, score: line.score + weightOf(sentence, kind) })),
  );
  const isMinuted = kind?.isMinutes ? minutedWorth : 0;
  candidates.push(...listLines(body).map((line) => ({ ...line, score: line.score + isMinuted })));
  const asked = questionsOf(candidates);
  if (asked) candidates.push(asked);
  const ranked = candidates.toSorted((one, other) => other.score - one.score);
  // One word says little if a phrase is nearly as good.
  const [top] = ranked;
  const phrase = top && !/[\s\d]/.test(top.text) ? ranked.find(({ text }) => /\s/.test(text)) : undefined;
  const first = top && phrase && phrase.score > top.score - 1.4 ? phrase : top;
  const best = first && withSecondMatter(first, ranked);
  const line = finish(
    (best?.text ?? sentences[0] ?? "")
      .replace(/^(?:attached|enclosed) (?=\p{Ll}+ \p{L})/iu, "")
      .replace(bareVerb, "")
      .replace(/^(?:sure|certain) (?:that )?(?=\p{Ll})/iu, ""),
  );
  return withIdentifier(line, body);
}

const isMarkedItem = (point: string) =>
  /^[B-H]\s(?=\p{Ll})/u.test(point) ||
  /^(?:option|variante|opción|opção|solution|paket|package)\s(?:\d|[A-H])\s?[:.)–-]/iu.test(point);
/** ": A two evenings a week, 480 euros": the line above a list, without its first item. */
const markedItems = /:\s+(?:[A-H]\s|\(?(?:[a-h]|\d)[.)]\s).*$/u;

// The topics of minutes say more than one of their sentences.
const minutedWorth = 0.5;
// "Sorry, plan phir se change ho gaya" says that something changed, not what.
const mostOfAnnouncing = 8;

/** "The hostel has let our rooms, so the weekend will be at the farm": what follows is the news. */
const consequence = (sentence: string) => {
  const [, news = ""] = /^.{12,160}?,\s+so\s+((?:the|our|your|this)\s.+)$/iu.exec(sentence) ?? [];
  return /\b(?:will|moves?|is (?:now|moved)|changes?)\b/i.test(news) && news.split(/\s+/).length >= 6 ? news : sentence;
};

/** "The board has decided: we stay", "Leider muss ich ändern: …": what follows the colon is told. */
const toldIn = (sentence: string) => {
  const [, before = "", told = ""] = /^([^:?!;\d]{3,70}):\s+(.+)$/u.exec(sentence) ?? [];
  return announces.test(before) && told.split(/\s+/).length >= 5 ? told : sentence;
};
const announces =
  /(?<!\p{L})(?:sorry|afraid|leid|désolée?|rung|rang|called|phoned|voted|decided|agreed|said|says|told|wrote|writes|announced|confirmed|informed|news|change|changed|ändern|geändert|änderung|entschieden|beschlossen|angerufen|mitgeteilt|gesagt|neuigkeit(?:en)?|décidé|voté|appelé|annoncé|changer|changement|nouvelle|decidido|votado|llamado|avisado|cambiar|cambio|noticia|novedad|decidimos|decidiu|votou|ligou|avisou|mudar|alterar|alteração|mudança|novidade)(?!\p{L})/iu;

/** "It ends on 31 December": the numbered thing of the sentence before takes the place of "It". */
const named = (sentences: string[]) =>
  sentences.map((sentence, i) => {
    const thing = /^It (?=\p{Ll}+ )/u.test(sentence) ? identifierIn(sentences[i - 1] ?? "") : undefined;
    return thing ? `The ${thing}${sentence.slice(2)}` : sentence;
  });

/** The matter of questions is named beside them, most often at the beginning. */
function aboutMatter(sentences: string[], kind: KindLabel | undefined): string[] {
  const told = sentences
    .flatMap((sentence) => sentencesOf(sentence.replace(questionList, "")))
    .filter((sentence) => !/[?？]\s*$/.test(sentence) && !onlyAsks.test(sentence));
  return kind?.isAboutMatter && told.length > 0 ? told.slice(0, 2) : sentences;
}

/** "Dazu haben wir Fragen" names nothing. */
const onlyAsks =
  /^(?=(?:\S+\s+){0,6}\S+$).*(?<!\p{L})(?:fragen|rückfragen|folgendes|hilfe|questions?|aide|preguntas|dudas|ayuda|perguntas|dúvidas|ajuda)(?!\p{L})/iu;

/** A line that announces questions says what they are about. */
const questionList = /(?<=\p{L}\s[^:]{8,150}):\s[^:]*[?？]\s*$/u;

const weightOf = (sentence: string, kind: KindLabel | undefined) =>
  kind?.isProblem ? (statesProblem(sentence) ? 0.8 : 0) - (isNarrated.test(sentence) ? 0.8 : 0) : 0;
/** Skips sentences of a complaint about a talk at the desk, or about what would put it right. */
const isNarrated =
  /\b(?:told (?:me|us)|said that|when (?:i|we) (?:complained|called|asked|rang)|apology|explanation)\b/i;

/** A verb whose object was cut off says nothing: "Crown for patient 311 came". */
const bareVerb =
  /(?<=\S \S+ ?\S*) (?:came|comes|went|goes|got|gets|is|are|was|were|has|have|had|will|can|could|would|should|does|did|looks?|looked|seems?|arrives?|starts?|begins?|needs?|needed|wants?|wanted|says?|said|shows?|showed|makes?|made|takes?|took|gives?|gave|keeps?|kept|turns?|turned|puts?|runs?|ran|the|a|an|of|to|for|with|and|or|that)$/i;

/** Several questions in a lettered or numbered list, or announced as such. */
const isQuestionnaire = (body: string) =>
  (
    body
      .slice(0, 4_000)
      .match(
        /^\s*(?:\(?[a-f]\)|\d[.)])\s+(?:is|are|do|does|can|could|will|would|who|what|when|where|which|how|why)\b/gim,
      ) ?? []
  ).length >= 2;

/** A subject without a number gets the one by which the reader files the matter: "booking 88123". */
function withIdentifier(subject: string, body: string): string {
  const number = identifierIn(body);
  if (!number || !subject || /\d/.test(subject) || subject.length > 60) return subject;
  const [word = ""] = number.split(" ");
  return subject.toLowerCase().includes(word.toLowerCase()) ? subject : `${subject}, ${number}`;
}

const withoutPrefix = (subject: string) => subject.replace(/^(?:(?:re|fwd?|aw|wg|tr|rv|enc|res)\s*:\s*)+/i, "").trim();

/** Whether a header's subject says more than "Hello" or "Question". */
const isSpecific = (subject: string) =>
  subject.length > 3 &&
  !/^(?:hi|hello|hey|hallo|bonjour|hola|olá|urgent|important|question|questions|request|info|information|update|news|mail|message|meeting|frage|anfrage|wichtig|dringend|demande|consulta|pregunta|dúvida|urgente|no subject|\(?(?:no|kein|sans|sin|sem) (?:subject|betreff|objet|asunto|assunto)\)?|test|x)[\s!?.]*$/iu.test(
    subject,
  );

// Below a forward's short note, the subject is that of the mail that is passed on.
const longestNote = 350;
// A writer's name below the text, as far as the reading of signatures left it.
const isName = /^(?:x+\s+)?\p{Lu}[\p{L}.'-]*(?:\s\p{Lu}[\p{L}.'-]*){0,3}(?:,\s\p{L}+(?:\s\d+)?)?$/u;
// A first line of a few words with a comma greets, in whatever words: "Alex ji namaste,", "All handling agents,".
const isGreeting = /^(?:[^\s\d.!?:;]+\s){0,4}[^\s\d.!?:;]+,$/u;
// "Aapka order mil gaya, thank you."
const acknowledges =
  /^[^,.!?]{3,40},\s+(?:thank you|thanks|many thanks|dhanyavaad|shukriya|danke|vielen dank|merci|gracias|muchas gracias|obrigad[oa])[.!]*$/iu;
// "Alex, buenos días:"
const isSalutation =
  /^(?:\p{Lu}\p{L}+[,:]? )?(?:buenos días|buenas tardes|buenas|hola|bom dia|boa tarde|bonjour|bonsoir|guten (?:tag|morgen|abend)|hallo|moin|good (?:morning|afternoon|evening)|morning|hello|hi)(?: \p{Lu}\p{L}+)?\s*[:,!.]?$/iu;
// "URGENT - to all ward managers": whom the mail is for.
const isAddress = /^(?:urgent\W+|important\W+)?(?:to|attn|attention|for the attention of|dear)\W+[^.!?:]{2,40}$/i;
// "My name is Ada Lind, I run a bakery": who writes is not what about.
const isIntroduction = /^(?:[Mm]y name is|I am|I'm|[Tt]his is)\s+(?:(?:mr|mrs|ms|dr)\.?\s+)?\p{Lu}\p{Ll}+/u;
const isLabelled = /^(?:present|attendees|participants|date|time|place|location|from|to|cc|sent)\s*:/i;

/** The subject that the text itself states: "Subject: …" or "Re: …" at its top. */
function statedSubject(first: string): string | undefined {
  const stated = /^(?:subject|re|regarding|betreff|objet|asunto)\s*:\s*(.{3,90})$/i.exec(first)?.[1];
  return stated ? finish(stated) : undefined;
}

/** A newsletter begins with its title: "Boletín de mayo". */
function titleOf(body: string): string | undefined {
  if (!unsubscribes.test(body.slice(0, 20_000))) return undefined;
  const [first = ""] = body.trim().split("\n");
  const line = first.trim();
  const words = line.split(/\s+/);
  return words.length >= 2 &&
    words.length <= 8 &&
    !/[.!?,:;]$/.test(line) &&
    !/^(?:dear|hi|hello|hallo|liebe|bonjour|hola|olá)\b/i.test(line)
    ? finish(/^[^\p{Ll}]+$/u.test(line) ? line.charAt(0) + line.slice(1).toLowerCase() : line)
    : undefined;
}
const unsubscribes =
  /unsubscribe|abmelden|abbestellen|désabonner|désinscrire|darte de baja|darse de baja|cancelar (?:la|a|sua) (?:suscripción|inscrição|assinatura)|cancelar inscrição/i;

/** "Out of office until 31 August" for an automatic reply. */
const absence = (text: string) => {
  const [, until] =
    /\bout of (?:the )?office\b.{0,40}?\b(until\s+[^.,;]{3,30}?)(?=\s+(?:with|and|without)\b|[.,;]|$)/i.exec(
      text.slice(0, 600),
    ) ?? [];
  if (until) return `Out of office ${until}`;
  const [, away] =
    /^[^?]{0,120}?\b(?:i am|i'm|i will be|i'll be)\s(?:currently\s|now\s)?(?:away|on (?:annual |parental |maternity |paternity |sick )?leave|on (?:holiday|vacation)|travelling|out)\b[^.?!;]{0,60}?\b((?:until|till|back on|back)\s+(?:\p{L}+day,?\s+)?(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s(?:of\s)?\p{Lu}\p{L}+)?)/iu.exec(
      text.slice(0, 400),
    ) ?? [];
  const back =
    /^[^?]{0,160}?\b(?:i am|i'm)\b[^.?!;]{0,80}?\bback (?:at my desk|in the office|at work|in) on (?:\p{L}+day,? )?((?:the )?\d{1,2}(?:st|nd|rd|th)?(?: (?:of )?\p{Lu}\p{L}+)?)/iu.exec(
      text.slice(0, 400),
    )?.[1];
  if (back && !/[?]/.test(text.slice(0, 400))) return `Away, back on ${back}`;
  return away ? `Away ${away.replace(/^till/i, "until").replace(/^back/i, "and back")}` : undefined;
};

const dropOpening = (sentence: string) =>
  sentence
    .replace(
      /^(?:(?:hi|hey|hello|dear|morning|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|moin|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|ch(?:er|ère)s?|hola|buen[oa]s|estimad[oa]s?|querid[oa]s?|olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?|exm[oa]s?\.?|namaste|namaskar)(?![\p{L}\d])[^,:!-]{0,40}[,:!-]+\s*|(?!(?:i|we|they|you)\b)\p{Lu}[\p{L}/&]{1,20}(?: [\p{L}/&]{1,20})?\s*[,:-]\s+(?=\S+\s\S+\s\S+))/iu,
      "",
    )
    .replace(
      /^(?:(?:i |we )?(?:just )?(?:wanted |want |am writing |are writing )?to (?:let you know|inform you|tell you|confirm)(?: that)?|(?:please )?(?:note|be advised) that|(?:we are|i am|we're|i'm) (?:pleased|happy|sorry|delighted|glad) to (?:inform you|tell you|let you know|confirm)(?: that)?|unfortunately,?|(?:(?:i am|i'm|we are|we're) sorry to (?:bring|give|have)(?: you)? |i have |some )?(?:great|good|bad|sad) news(?:[,:!.-]+| (?:on|about|regarding|concerning|for)(?= ))|(?:this is )?(?:just )?(?:a )?(?:quick |short |friendly |gentle )?(?:reminder|note|heads[- ]up)(?: to (?:let you know|say))?(?: that|:)|this is to (?:remind you|let you know|inform you)(?: that)?|as (?:discussed|agreed|mentioned),)\s+/iu,
      "",
    );

function finish(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/^[\s\-–—:*•>]+|[\s.,;:!–—-]+$/g, "")
    .trim();
  return capitalize(line.length > 90 ? `${line.slice(0, 87).replace(/\s+\S*$/, "")}…` : line);
}
