import { signerIn } from "../intents/read-intent.ts";
import type { ForeignReader } from "../languages/order-reader.ts";
import { ofFirstName } from "../languages/others-pronouns.ts";
import { type ForeignIntent, readOrders, type Said } from "../languages/read-orders.ts";
import { foreignFrames } from "../sentences/frames.ts";
import { type OrderLanguage, orderLanguages, orderSentences } from "../sentences/orders.ts";
import { subjectOf } from "../subjects/subject.ts";
import type { ForeignLanguage } from "../text/language.ts";
import { capitalize } from "../text/words.ts";
import type { Draft, DraftInput } from "../types.ts";
import { type AppliedVoice, applyVoice } from "../voice/apply-voice.ts";
import { factsMissing } from "./foreign-check.ts";
import { isFormal } from "./formality.ts";
import { splitTokens } from "./tokens.ts";

/**
 * A mail in another language. An order in one of six languages is said to its reader; everything else is the user's text, word
 * for word, inside a greeting and a closing of that language, because the engine cannot check its grammar.
 */
export function draftInLanguage(input: DraftInput, language: ForeignLanguage): Draft {
  const { intent, context } = input;
  const voice = applyVoice(input, language);
  const { tone } = voice;
  const { text, sentences } = splitTokens(context, firstNameToken(context));
  const own = [
    ...text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    ...sentences.map((sentence) => sentence.match(/\{.*\}/)?.[0] ?? ""),
  ].filter(Boolean);
  if (language === "other") {
    return {
      subject: clip(intent || subjectOf(context)),
      basis: "frame",
      body: [...(own.length ? own : [intent]), input.sender ?? signerIn(context) ?? "[Your name]"]
        .filter(Boolean)
        .join("\n\n"),
    };
  }
  const frame = foreignFrames[language];
  const formal = isFormal(tone);
  const sender = input.sender === undefined ? (signerIn(context) ?? frame.yourName) : voice.sender(input.sender);
  const signOff = `${voice.signOff(formal ? frame.signOff.formal : frame.signOff.casual)}\n${sender}`.trim();
  const read = isOrderLanguage(language) && intent ? readOrders(intent, language) : undefined;
  const said = read && isOrderLanguage(language) ? sayAll(read, intent, language) : undefined;
  const reader = read?.reader ?? { kind: "unknown", name: "", words: "" };
  const isQuestion = said?.blocks.some((block) => /[?？]\s*$/.test(block)) ?? false;
  const blocks = said?.blocks ?? [
    intent && `${frame.about}${isWithoutSpaces(language) ? "\n" : " "}${ended(intent, language)}`,
  ];
  return {
    subject: clip(said?.subject || intent || subjectOf(context)),
    basis: said?.isComposed ? "composed" : "frame",
    ...(voice.isUsed && { inVoice: true }),
    body: [
      greetingOf({ reader, voice, language, token: firstNameToken(context) }),
      ...blocks,
      own.join("\n"),
      // A closing that asks for an answer fits a question; after bad news it does not.
      !voice.isShort && (!said || isQuestion) ? frame.close[isQuestion ? soberly(tone) : tone] : "",
      signOff,
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}

export const isOrderLanguage = (language: string): language is OrderLanguage =>
  (orderLanguages as readonly string[]).includes(language);
const isWithoutSpaces = (language: ForeignLanguage) => language === "zh" || language === "ja" || language === "ko";
const soberly = (tone: DraftInput["tone"]) => (tone === "enthusiastic" ? "friendly" : tone);

type Greeted = {
  reader: ForeignReader;
  voice: AppliedVoice;
  language: Exclude<ForeignLanguage, "other">;
  token: string;
};

function greetingOf({ reader, voice, language, token }: Greeted) {
  const frame = foreignFrames[language];
  const formal = isFormal(voice.tone);
  if (reader.kind === "group" && isOrderLanguage(language)) return orderSentences[language].group;
  if (reader.greeting && !token)
    return `${capitalize(reader.greeting).replace(/(?<=\s)\p{Ll}(?=\p{Ll}+$)/u, (letter) => letter.toUpperCase())}${language === "es" ? ":" : ","}`;
  const name = token || (reader.kind === "name" ? capitalize(reader.name) : "");
  const own = name
    ? gendered(formal ? frame.named : frame.casualNamed, name).replace("{name}", () => name)
    : formal
      ? frame.nameless
      : frame.casualNameless;
  return voice.greeting(name, own);
}

/** "Estimado/a" and "Prezado(a)" in the gender of a title or of a first name that shows it. */
function gendered(greeting: string, name: string) {
  const gender = ofFirstName(name);
  const isFemale =
    gender === "she" || /^(?:Sra|Dra|Doctora|Doña|Dña|Dona|Señora|Profa|Família|Familia)(?![\p{L}])/iu.test(name);
  const isMale =
    gender === "he" || /^(?:Sr|Dr|Doctor|Profesor|Professor|Don|D|Señor|Eng|Prof)(?![\p{L}])\.?/iu.test(name);
  const first = /^\p{L}+/u.exec(name)?.[0] ?? "";
  if (isFemale || (!isMale && /a$/u.test(first) && !/^(?:Luca|Nikita|Borja)$/u.test(first)))
    return greeting.replace("o/a", "a").replace("o(a)", "a");
  return isMale || /o$/u.test(first) ? greeting.replace("o/a", "o").replace("o(a)", "o") : greeting;
}

/**
 * The sentences of a mail. Words that are uncertain stand in brackets, so that the user looks at them before sending. If a number
 * or a name of the intent is in no sentence, the whole intent stands in brackets.
 */
function sayAll(
  { said: parts, reader, hasOrder, intent: whole }: ForeignIntent,
  intent: string,
  language: OrderLanguage,
) {
  const sentences = orderSentences[language];
  const blocks: string[] = [];
  let list: string[] = [];
  let isComposed = hasOrder;
  const add = (block: string) =>
    blocks.push(
      blocks.length === 0 && language === "de" && smallStart.test(block) ? afterGreeting(block) : capitalize(block),
    );
  const endList = () => {
    if (list.length > 1) add([sentences.points, ...list.map((item) => `- ${item}`)].join("\n"));
    else if (list[0]) add(ended(list[0], language));
    list = [];
  };
  for (const part of parts) {
    if (part.as === "item") {
      list.push(capitalize(part.text));
      continue;
    }
    endList();
    const sentence = sentenceOf(part, sentences, language);
    if (sentence === undefined) {
      isComposed = false;
      add(marked(part.text));
    } else if (sentence) add(part.act && reader.kind === "group" ? toMany(sentence, sentences.many) : sentence);
  }
  endList();
  const body = blocks.join("\n");
  if (blocks.length === 0 || factsMissing(whole, `${body}\n${reader.words}`, language === "de")) {
    const order = marked(intent);
    return { blocks: [order], isComposed: false, subject: marked(clip(intent)) };
  }
  const main = parts.find(({ text, as }) => text && as !== "words");
  const apology = main?.act === "apologize" ? apologies[language] : undefined;
  const condolence = parts.some(({ act }) => act === "condole") ? condolences[language] : undefined;
  const thanks = main?.act === "thank" ? thanksFor[language] : undefined;
  const withKind = main?.act ? kinds[main.act as "invite"]?.[language] : undefined;
  const line =
    condolence ??
    (withKind && main?.text && /^(?:zur?m?|à|au|aux|por|pela?s?|pelos?|para|a|al)\s/iu.test(main.text)
      ? `${withKind} ${headOf(main.text)}`
      : undefined) ??
    (apology && main?.text
      ? main.link === "that" && language === "de"
        ? `${apology}: ${mainClause(headOf(main.text), language)}`
        : `${apology} ${headOf(main.text)}`
      : thanks && /^(?:pour|por|pel[oa]s?|für)\s/iu.test(main?.text ?? "")
        ? `${thanks} ${headOf(main?.text ?? "")}`
        : headOf(withoutStart(main?.text ?? "")));
  const isAsked = main?.act === "ask" && (main.link === "whether" || main.link === "which" || main.link === "that");
  const head =
    main?.link === "imperative"
      ? wished(line, language)
      : isStatement(main) || isAsked
        ? mainClause(line, language)
        : line;
  const named = withOtherMatter(withoutCopula(head, language), parts, main);
  return {
    blocks: joined(blocks),
    isComposed,
    subject: capitalize(isAsked && named ? questioned(named, language) : named) || marked(clip(intent)),
  };
}

// German goes on in small letters after the greeting, but hurried writers type nouns in small letters as well.
const smallStart =
  /^(?:ich|wir|sie|er|es|ihr|du|man|der|die|das|den|dem|des|ein\p{L}*|kein\p{L}*|mein\p{L}*|unser\p{L}*|ihre?\p{L}*|dies\p{L}*|jede\p{L}*|alle\p{L}*|bitte|leider|vielen|herzlich\p{L}*|danke|hiermit|gerne?|könnten?|können|kann|würden?|dürfen|dürfte|darf|haben|hätten|hat|ist|sind|wird|werden|wurde|am|an|ab|auf|aus|bei|beim|bis|da|dann|damit|dass|für|heute|hier|im|in|mit|morgen|nach|nicht|noch|nun|nur|ob|seit|so|sobald|um|und|von|vom|vor|wann|warum|was|wegen|weil|wenn|wer|wie|wo|zu|zum|zur|zwischen|über|unter|gestern|jetzt|auch|außerdem|falls|welche\p{L}*|wie|entschuldig\p{L}*|bezüglich|anbei|als|durch|ohne|gegen|nachdem)(?!\p{L})/iu;

const afterGreeting = (block: string) =>
  /^(?:Sie|Ihr|Ihre\p{L}*|Ihnen|Bitte)(?!\p{L})/u.test(block)
    ? block
    : `${block.charAt(0).toLowerCase()}${block.slice(1)}`;

/** The subject of an apology names it, because the rest alone ("por no haber venido") says the opposite of what it means. */
const apologies: Partial<Record<OrderLanguage, string>> = {
  de: "Entschuldigung",
  fr: "Excuses",
  es: "Disculpas",
  pt: "Desculpas",
};

const condolences: Partial<Record<OrderLanguage, string>> = {
  de: "Herzliches Beileid",
  fr: "Sincères condoléances",
  es: "Mi más sentido pésame",
  pt: "Meus sentimentos",
  hi: "शोक संदेश",
  hinglish: "Condolences",
};
/** "Einladung zum Sommerfest": the preposition needs the noun that it belongs to. */
const kinds: Partial<Record<"invite" | "congratulate", Partial<Record<OrderLanguage, string>>>> = {
  invite: { de: "Einladung", fr: "Invitation", es: "Invitación", pt: "Convite" },
  congratulate: { de: "Glückwunsch", fr: "Félicitations", es: "Enhorabuena", pt: "Parabéns" },
};
const thanksFor: Partial<Record<OrderLanguage, string>> = {
  de: "Danke",
  fr: "Merci",
  es: "Gracias",
  pt: "Agradecimento",
};

const copulas: Partial<Record<OrderLanguage, RegExp>> = {
  fr: /^((?:\S+ ){0,7}?\S+) (?:est|sont|a été|ont été|sera|seront) (?=(?:prête?s?|\p{L}+(?:ée?s?|ise?s?|ite?s?|ue?s?))(?![\p{L}]))(?!pas)/iu,
  es: /^((?:\S+ ){0,7}?\S+) (?:está|están|fue|fueron|ha sido|han sido|será|serán) (?=(?:list[oa]s?|\p{L}+(?:ad[oa]s?|id[oa]s?|ert[oa]s?))(?![\p{L}]))/iu,
  pt: /^((?:\S+ ){0,7}?\S+) (?:está|estão|foi|foram|será|serão|fica|ficou) (?=(?:pront[oa]s?|\p{L}+(?:ad[oa]s?|id[oa]s?|ert[oa]s?))(?![\p{L}]))/iu,
};
/** "Audiência foi adiada para 7 de julho" as a headline: "Audiência adiada para 7 de julho". */
const withoutCopula = (line: string, language: OrderLanguage) => {
  const copula = copulas[language];
  return copula &&
    !/^(?:votre|vos|su|sus|seu|sua|seus|suas)\s/iu.test(line) &&
    !/(?<!\p{L})(?:no|não|ne|n['’])(?!\p{L})/iu.test(line)
    ? line.replace(copula, "$1 ")
    : line;
};

/** One word, or a number with its unit, takes the next matter of the mail: "Angebot: 1200 Gussgehäuse". */
function withOtherMatter(line: string, parts: Said[], main: Said | undefined): string {
  const words = line.split(/\s+/);
  const isPoor =
    words.length < 2 ||
    (words.length < 3 &&
      (/^[\d.,]+$/.test(words[0] ?? "") || (/\d/.test(line) === false && words.every((word) => word.length < 9))));
  if (!line || !isPoor || /[?]/.test(line)) return line;
  const other = parts.find((part) => part !== main && part.text && part.as !== "words" && part.act === undefined);
  const more = other && headOf(withoutStart(other.text));
  return more && `${line}: ${more}`.length <= 60 ? `${line}: ${more}` : line;
}

const isStatement = (part: Said | undefined) => part?.act === "tell" && part.link === "that";

/** A question in a subject keeps its mark, so that it does not state what is asked. */
const questioned = (line: string, language: OrderLanguage) => {
  const bare = line.replace(/[?!.।\s]+$/u, "");
  return language === "fr" ? `${bare} ?` : language === "es" ? `¿${capitalize(bare)}?` : `${bare}?`;
};

/** "mándeme las fotos" asks for them: the subject names them. */
const wished = (line: string, language: OrderLanguage) =>
  language === "es" || language === "pt"
    ? withoutStart(
        line.replace(
          /^(?:mánde|envíe|páse|remíta|pase|mande|envie|encaminhe|diga|haga|dé|dê)\p{L}*(?:-(?:me|nos))?\s+/iu,
          "",
        ),
      ) || line
    : line;

/** "wir den Auftrag nicht annehmen können" → "wir können den Auftrag nicht annehmen": a German verb at the end moves to its place. */
function mainClause(line: string, language: OrderLanguage): string {
  if (language !== "de") return line;
  const first = line.split(/,\s|\s(?:und|weil|aber|damit|sobald|statt)\s/u)[0] ?? line;
  const [, asked, person, what, last] =
    /^((?:(?:bis|ab|seit|von) )?(?:wann|wie(?: \p{Ll}+)?|wo|was|wer|warum|welche[rsnm]?(?: \p{L}+)?)) (wir|ich|Sie|man) (.+?) (\p{Ll}+)$/iu.exec(
      first,
    ) ?? [];
  if (asked && person && what && last && finiteGerman.test(last)) return `${asked} ${last} ${person} ${what}`;
  const [, subject, rest, verb] =
    /^(wir|ich|Sie|es|das|man|(?:(?:der|die|das|den|unsere?|meine?|Ihre?|eine?|alle|\d+|drei|zwei|vier) )?(?:\p{Ll}+e[nr]? )?\p{Lu}\p{L}+(?: \d+\S*)?) (.+?) (\p{Ll}+)$/u.exec(
      first,
    ) ?? [];
  const isPlural = /^wir$/iu.test(subject ?? "") && /(?:en|ern|eln)$/u.test(verb ?? "");
  if (subject && rest && verb && (finiteGerman.test(verb) || isPlural)) {
    const [, prefix, stem] = finiteGerman.test(verb) ? [] : (separable.exec(verb) ?? []);
    return prefix && stem ? `${subject} ${stem} ${rest} ${prefix}` : `${subject} ${verb} ${rest}`;
  }
  // "die Nadja den Beamer erst Donnerstag zurückbringt"
  const [, who, said, end] =
    /^((?:(?:der|die|das|Ihre?|[Uu]nsere?|[Mm]eine?|eine?) )?(?!Ihre?\s)\p{Lu}\p{L}+) (.+?) (\p{Ll}+)$/u.exec(first) ??
    [];
  const [, particle, moved] = separable.exec(end ?? "") ?? [];
  if (who && said && particle && moved) return `${who} ${moved} ${said} ${particle}`;
  // "Aufzug bis Freitag repariert ist": a headline needs no "is".
  return line.replace(/\s(?:ist|sind|wird|werden|wurde|wurden|hat|haben)$/u, "");
}
const separable = /^(zurück|vorbei|weg|nach|aus|ab|an|ein|mit|vor|hin|her|auf|zu)((?!ge)\p{Ll}{3,}(?:t|en))$/u;
const finiteGerman =
  /^(?:können|kann|müssen|muss|sollen|soll|dürfen|darf|wollen|will|möchten|möchte|haben|habe|hat|sind|bin|ist|werden|wird|brauchen|brauche|warten|suchen|kommen|komme|bleiben|schicken|liefern|freuen|gehen)$/;

const toMany = (text: string, many: [string, string][] = []) =>
  many.reduce((changed, [one, several]) => changed.replaceAll(one, several), text);

/** Undefined if the language has no sentence for the order. */
function sentenceOf(part: Said, sentences: (typeof orderSentences)[OrderLanguage], language: OrderLanguage) {
  const { act, link, text, as } = part;
  if (as === "words") return undefined;
  if (!act || as === "sentence") return text && ended(text, language);
  const pattern = (link === "about" && isReason.test(text) ? sentences[act].for : undefined) ?? sentences[act][link];
  if (act === "tell" && /^(?:sí|no|sim|não|oui|non|ja|nein)$/iu.test(text)) return ended(capitalize(text), language);
  if (pattern) {
    // The intent's first word loses its capital letter inside a sentence. German nouns keep theirs.
    const isLower = language !== "de" && !pattern.startsWith("{rest}") && /^\p{Lu}\p{Ll}+(?:er|ir|re|ar)\s/u.test(text);
    const sentence = pattern.replace("{rest}", () => said(isLower ? lowerFirst(text) : text, language));
    return language === "fr" ? elided(sentence) : sentence.replace(/\bIhnen Ihnen\b/, "Ihnen");
  }
  if (!text) return "";
  return act === "tell" && link === "thing" ? ended(text, language) : undefined;
}

const isReason =
  /^(?:por|para|pour|au sujet|concernant|suite|wegen|bezüglich|pel[oa]s?|sobre|acerca|a respeito|respecto)\s/iu;
const said = (text: string, language: OrderLanguage) => {
  const bare = text.replace(/\s*[?!.।]+$/u, "");
  return language === "de" ? withArticle(bare) : bare;
};
/** "um Angebot" to "um ein Angebot". */
const withArticle = (text: string) =>
  text
    .replace(/^um (?=\p{L}*(?:ung|kopie|rechnung|antwort|liste|quittung)(?!\p{L}))/iu, "um eine ")
    .replace(/^um (?=\p{L}*(?:angebot|gespräch|foto|treffen)(?!\p{L}))/iu, "um ein ")
    .replace(/^um (?=\p{L}*(?:termin|nachweis|kostenvoranschlag|plan|vorschlag|ersatz)(?!\p{L}))/iu, "um einen ");
/** "Merci de apporter" to "Merci d'apporter", "si ils" to "s'ils". */
const elided = (sentence: string) =>
  sentence
    .replace(
      /(?<!\p{L})(de|que) (?=[aeéèêiouh]|y )(?!(?:huit|onze|oui|un (?:jour|peu))(?!\p{L}))/iu,
      (_, word: string) => `${word.slice(0, -1)}'`,
    )
    .replace(/(?<!\p{L})si (?=ils?\s)/u, "s'");

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const marked = (text: string) => `[${text.replace(/[[\]]/g, "")}]`;

/** Short sentences share a paragraph; a list has its own. */
function joined(blocks: string[]): string[] {
  const paragraphs: string[] = [];
  for (const block of blocks) {
    const last = paragraphs.at(-1);
    if (last !== undefined && !block.includes("\n- ") && !last.includes("\n- ") && `${last} ${block}`.length < 320)
      paragraphs[paragraphs.length - 1] = `${last} ${block}`;
    else paragraphs.push(block);
  }
  return paragraphs;
}

/** The preposition and the article of a phrase say nothing in a subject. */
const withoutStart = (text: string) =>
  text
    .replace(
      /^(?:um|für|an|zum|zur|wegen|über|nach|pour|por|para|pel[oa]s?|sobre|del?|d[aeo]s?|du|des|au|aux|al|bitte)\s+/iu,
      "",
    )
    .replace(/^(?:der|die|das|den|dem|eine?[nmr]?|le|la|les|une?|el|los|las|una|os?|as?|uma?)\s+(?=\p{L})/iu, "")
    .replace(/^l['’](?=\p{L})/iu, "")
    .replace(/^es geht um (?:(?:der|die|das|den|dem) )?/iu, "");

/** The first clause, for the subject. */
const headOf = (text: string) => {
  const clause =
    text
      .split(/[,;:](?=\s)|\s(?:(?:y|e|et)\s(?:que\s|qu['’])|und dass\s)|(?<=\p{Ll}{4}|\d{3})\.\s|[(?]|\s[-–—]\s/u)[0]
      ?.trim() ?? text;
  return clause.split(/\s+/).length >= 3 ? clause : text;
};

const ended = (text: string, language: ForeignLanguage) => {
  const bare = text.replace(/[.。।]+$/u, "");
  if (/[!?？！]$/.test(bare)) return bare;
  return `${bare}${language === "zh" || language === "ja" ? "。" : language === "hi" ? "।" : "."}`;
};

const firstNameToken = (context: string) => /\{+\s*first_?\s?name\s*\}+/i.exec(context)?.[0] ?? "";

const clip = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);
