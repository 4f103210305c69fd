// Reads an intent in another language: the orders in it, their reader, and the user's own sentences.
import type { OrderAct, OrderLanguage, OrderLink } from "../sentences/orders.ts";
import { capitalize } from "../text/words.ts";
import { address } from "./address.ts";
import type { Grammar } from "./grammar.ts";
import { grammars } from "./grammars.ts";
import { wholeForms } from "./hurried.ts";
import { typedGreeting, withNoteReader } from "./note-readers.ts";
import { compiled, type ForeignReader, readerAt } from "./order-reader.ts";
import { kept, othersPronouns, readerGender } from "./others-pronouns.ts";
import { mailIn, type Order, orderIn } from "./parse-order.ts";
import { withPlacedReader } from "./placed-reader.ts";
import { spelledOut, withContact, withOwnSentences, withoutPlease } from "./prepare-orders.ts";
import { withSecondOrders } from "./second-orders.ts";
import { isStyle, sentencesOf, splitParts } from "./split-parts.ts";

/** A piece for the reader: an order's act with its rest, a sentence of the user's own, an item, or words that are uncertain. */
export type Said = {
  act: OrderAct | undefined;
  link: OrderLink;
  text: string;
  as: "order" | "sentence" | "item" | "words";
};
/** `intent` has its hurried forms written out. */
export type ForeignIntent = { reader: ForeignReader; said: Said[]; hasOrder: boolean; intent: string };

export function readOrders(given: string, language: OrderLanguage): ForeignIntent {
  const grammar = grammars[language];
  const spelled = spelledOut(given, language);
  const own = typedGreeting(spelled, language);
  const intent =
    own?.rest ??
    withPlacedReader(
      wholeForms(withNoteReader(withSecondOrders(spelled, language), language), language),
      language,
      grammar,
    );
  const read: ForeignIntent = { reader: { kind: "unknown", name: "", words: "" }, said: [], hasOrder: false, intent };
  if (own) {
    for (const sentence of sentencesOf(intent, grammar))
      read.said.push({ act: undefined, link: "alone", text: sentence.replace(/[.।]+$/u, ""), as: "sentence" });
    return { ...read, reader: { kind: "name", name: own.name, words: own.greeting, greeting: own.greeting } };
  }
  for (const sentence of sentencesOf(withOwnSentences(withContact(withoutPlease(intent, grammar), language)), grammar))
    readSentence(sentence, grammar, read);
  // A firm is greeted neutrally.
  if (read.reader.kind === "name" && (firm.test(capitalize(read.reader.name)) || calledFirm.test(read.reader.words)))
    read.reader = { ...read.reader, kind: "unknown" };
  const mayTurn = mayShift(read, grammar);
  return {
    ...read,
    said: read.said.map((part) =>
      mayTurn ? turned(part, read, grammar, language) : checked(part, read.reader, grammar),
    ),
  };
}

const firm =
  /^(?:Seguros|Banco|Bodegas?|Hotel|Hostal|Transportes?|Harinas|Semillas|Associação|Asociación|Association|Mairie|Banque|Bank|Clínica|Clinique|Escola|Escuela|Colegio|Instituto|Câmara|Ayuntamiento|Finanzamt|Autohaus|Firma|Stadtwerke|Restaurante?|Padaria|Panadería|Móveis|Muebles|Construtora|Constructora|Imobiliária|Inmobiliaria|Grupo|Groupe|Talleres|Ferretería|Garage|Boulangerie|Assurances?|Mutuelle|Société|Sociedade|Sociedad|Empresa|Clube?|Fundación|Fundação|Fondation|Cooperativa|Imprenta|Imprimerie|Gráfica|Editora|Editorial|Spedition|Druckerei|Wäscherei|Bäckerei|Condomínio|Comunidad|Prefeitura|Correos|Laboratorio|Laboratoire|Laboratório)(?![\p{L}])|(?:GmbH|AG|KG|S\.?L\.?|S\.?A\.?|Ltda|Lda|SARL|SAS)\.?$/u;

const calledFirm =
  /(?:^|\s)(?:société|entreprise|agence|maison|firma|agentur|empresa|sociedad|agencia|sociedade|agência)\s+\p{Lu}/iu;

/** The words of a part, said to the reader. A part that may still be about the reader in the third person is uncertain. */
function turned(part: Said, { reader, intent, said }: ForeignIntent, grammar: Grammar, language: OrderLanguage): Said {
  if (part.as === "words") return part;
  const isClause =
    part.as === "order" && (part.link === "that" || part.link === "whether" || part.link === "imperative");
  const others = othersPronouns(reader, language, intent);
  const addressed = address[language](others ? part.text.replace(others, (word) => `${kept}${word}`) : part.text, {
    gender: readerGender(reader, language, intent),
    isMany: reader.kind === "group" || /\s(?:und|et|y|e|aur|और|&)\s/u.test(reader.name),
    isFirm: reader.kind === "unknown",
    isClause,
    before: said
      .slice(0, said.indexOf(part))
      .map(({ text, as }) => `${text}${as === "item" ? "," : "."} `)
      .join(""),
  });
  const text = grammar.toReader(addressed, isClause);
  return text === undefined
    ? { ...part, as: "words" }
    : checked({ ...part, text: text.replaceAll(kept, "") }, reader, grammar);
}

function checked(part: Said, reader: ForeignReader, grammar: Grammar): Said {
  if (part.as === "words" || reader.kind !== "name") return part;
  const last = reader.name.split(/\s+/).findLast((word) => !honorific.test(word)) ?? "";
  const isNamed =
    last.length > 2 && new RegExp(String.raw`(?<![\p{L}\p{M}])${literal(last)}(?![\p{L}\p{M}])`, "iu").test(part.text);
  return isNamed || grammar.thirdPerson?.test(part.text) ? { ...part, as: "words" } : part;
}

const honorific = /^(?:ji|bhai|sir|madam|जी|भाई|सर|मैडम|साहब)$/iu;
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const bareOf = (text: string) => text.replace(/(?<!\d)[.!।]+$/u, "").trim();

function readSentence(sentence: string, grammar: Grammar, read: ForeignIntent) {
  const bare = bareOf(sentence);
  if (isStyle(bare, grammar)) return;
  const isFirst = read.said.length === 0 && !read.hasOrder;
  const about = isFirst ? aboutReader(bare, grammar) : undefined;
  const given = about?.link === "that" ? about : (orderIn(bare, grammar, isFirst) ?? about);
  const nested =
    given && /^(?:tell|send)$/.test(given.act ?? "") && given.link === "thing"
      ? mailIn(given.text, grammar)
      : undefined;
  // "a pedir a ata", "pour signaler une fuite": an order inside the order.
  const inner =
    given?.act === "tell" && /^(?:thing|about|deed)$/.test(given.link)
      ? orderIn(given.text.replace(/^(?:a|para|pour|um)\s+(?:lui\s+|leur\s+)?/iu, ""), grammar, true)
      : undefined;
  const order =
    inner?.act && /^(?:a|para|pour|um)\s/iu.test(given?.text ?? "")
      ? { ...inner, reader: given?.reader, notes: [inner.notes, given?.notes].filter(Boolean).join(", ") }
      : nested
        ? { ...nested, reader: given?.reader, notes: [nested.notes, given?.notes].filter(Boolean).join(", ") }
        : given;
  if (!order) {
    for (const part of splitParts(sentence.replace(/[.।]+$/u, ""), grammar)) sayPart(part, grammar, read);
    return;
  }
  read.hasOrder = true;
  if (order.reader && !read.reader.name && read.reader.kind === "unknown") read.reader = order.reader;
  const { act, link } = order;
  if (!act) {
    read.said.push({ act, link, text: sentence, as: "words" });
    return;
  }
  if (
    link === "alone" ||
    (act === "tell" &&
      link === "thing" &&
      !/^(?:den|die|das|ein\p{L}*|unser\p{L}*|mein\p{L}*|le|la|les|el|los|las|uma?|une?|una|os?|as?)\s|^l['’]/iu.test(
        order.text,
      ))
  ) {
    if (link === "thing") {
      sayNotes([order.text, order.notes].filter(Boolean).join(", "), grammar, read);
      return;
    }
    read.said.push({ act, link, text: "", as: "order" });
    if (order.isStatement) for (const part of splitParts(order.notes, grammar)) sayPart(part, grammar, read);
    else sayNotes(order.notes, grammar, read);
    return;
  }
  // A phrase without a verb stays with a statement. A question or an object ends before it.
  const [first = "", ...others] = splitParts(order.text, grammar, link === "that" || link === "about");
  // In Hindi the verb of the first phrase tells a wish from a statement.
  const phrase = grammar.postposition ? (first.split(/,\s|\s+(?:और|aur)\s+/u)[0] ?? first) : first;
  const isWish = link === "that" && act !== "thank" && grammar.isWish?.(phrase);
  const said = first.replace(/[?.!।\s]+$/u, "");
  if (isWish) pushWish(said, grammar, read);
  else read.said.push({ act, link, text: said, as: "order" });
  if (others.length >= 2 && link !== "that") sayNotes(others.join(", "), grammar, read);
  else for (const part of others) sayPart(part, grammar, read);
  sayNotes(order.notes, grammar, read);
}

function sayPart(part: string, grammar: Grammar, read: ForeignIntent) {
  const text = part.replace(/^[\s,;]+|^\s*(?:और|aur|und|et|[ye](?=\s+que\s))\s+/iu, "").trim();
  if (!text || isStyle(bareOf(text), grammar)) return;
  const wished = /^que\s+(?<rest>.*)$/isu.exec(text)?.groups?.rest;
  const order = orderIn(bareOf(text), grammar, false);
  const about = order || read.reader.name || read.reader.kind === "group" ? undefined : titledSubject(text, grammar);
  const question = indirect.exec(text)?.groups?.what;
  if (question && read.reader.kind !== "group") {
    read.said.push({ act: "ask", link: "whether", text: question, as: "order" });
    return;
  }
  const deed = grammar.wishedDeed?.(bareOf(text));
  const given = read.hasOrder && grammar.postposition ? givenToReader(bareOf(text)) : undefined;
  if (given) {
    read.said.push({ act: undefined, link: "alone", text: given, as: "sentence" });
    return;
  }
  if (about) {
    read.reader = about.reader ?? read.reader;
    for (const sentence of splitParts(about.notes, grammar)) sayPart(sentence, grammar, read);
  } else if (deed) read.said.push({ act: "request", link: "infinitive", text: deed, as: "order" });
  else if (order) {
    // "lui dire gentiment" says nothing: what was said before is about the reader, who is not known.
    if (order.link === "alone" && !order.notes && !order.reader && !read.reader.name)
      for (const said of read.said) if (said.as === "sentence") said.as = "words";
    readSentence(text, grammar, read);
  } else if (wished && grammar.isWish?.(wished)) pushWish(wished, grammar, read);
  else if (
    grammar.postposition &&
    read.hasOrder &&
    grammar.isWish?.(bareOf(text)) &&
    !/^(?:please|कृपया)\s/u.test(text) &&
    !grammar.joins.test(text)
  )
    pushWish(bareOf(text), grammar, read);
  else if (grammar.infinitive?.test(`${bareOf(text)}${grammar === grammars.de ? "" : " "}`) && !/\?$/.test(text)) {
    // The first words of an intent are an order to the writer, not a request to the reader.
    const isReaders = read.hasOrder || read.said.length > 0;
    read.said.push({ act: "request", link: "infinitive", text: bareOf(text), as: isReaders ? "order" : "words" });
  } else {
    // "Que Laura envíe …" begins an intent that was not understood.
    const isOrder = !read.hasOrder && read.said.length === 0 && /^(?:que|qu['’]|dass)\s/iu.test(text);
    read.said.push({ act: undefined, link: "alone", text: asked(text, grammar), as: isOrder ? "words" : "sentence" });
  }
}

/** "ob er die Option will?": notes ask without a verb of asking. */
const indirect = /^(?:ob|si|se|s['’](?=ils?\s)|agar)\s+(?<what>[^?]{5,160}?)\s*\?$/iu;

const gives: [RegExp, string][] = [
  [/^(?:उन्हें|उनको|उसे|उसको)\s+(.+?)\s+(?:दे\s+दो|दे\s+दें|दो|दें|देना|दीजिए)$/u, "हम आपको $1 दे सकते हैं"],
  [/^(?:उन्हें|उनको|उसे|उसको)\s+(.+?)\s+(?:भेज\s+दो|भेज\s+दें|भेजो|भेजें|भेजना|भेजिए)$/u, "हम आपको $1 भेज रहे हैं"],
  [
    /^(?:unhe|unhen|unhein|unko|use|usko)\s+(.+?)\s+(?:de\s+do|de\s+dena|do|dena|dijiye)$/iu,
    "Hum aapko $1 de sakte hain",
  ],
  [
    /^(?:unhe|unhen|unhein|unko|use|usko)\s+(.+?)\s+(?:bhej\s+do|bhej\s+dena|bhejo|bhejna)$/iu,
    "Hum aapko $1 bhej rahe hain",
  ],
];

/** "उन्हें सोमवार का समय दो": what the writer is to give is offered to the reader. */
function givenToReader(text: string): string | undefined {
  const [pattern, sentence] = gives.find(([order]) => order.test(text)) ?? [];
  return pattern && sentence ? text.replace(pattern, sentence) : undefined;
}

const pushWish = (wish: string, { imperative = (text: string) => text }: Grammar, read: ForeignIntent) =>
  read.said.push({ act: "request", link: "imperative", text: imperative(wish), as: "order" });

/** A later sentence about its reader, who has a title. */
const titledSubject = (text: string, grammar: Grammar) =>
  compiled(`^(?:${grammar.title})`, "u").test(text) ? aboutReader(text, grammar) : undefined;

/** "Frau Kern hat …": the first sentence is about its reader, if it names one with a title or by name before a finite verb. */
function aboutReader(text: string, grammar: Grammar): Order | undefined {
  const { subject } = grammar;
  const lacks = grammar === grammars.es ? /^A\s+(?=\p{Lu}\p{L}+\s+les?\s)/u : undefined;
  const start = lacks?.test(text) ? lacks : grammar === grammars.pt ? /^(?:[OoAa]\s+(?=\p{Lu}))?/u : /^/;
  const lowered = /^(?:El|La|Le|Los|Las|Les|Notre|Nuestr[oa]|Mi|Mon|Ma)\s/u.test(text)
    ? `${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text;
  const found = subject && readerAt(lowered, start, true, { ...grammar, isNoName: undefined });
  if (
    !subject ||
    found?.reader.kind !== "name" ||
    noReader.test(found.reader.name) ||
    !(/^\p{Lu}/u.test(text) || /^(?:la|el|le|o|a) \p{Ll}+ \p{Lu}/u.test(text))
  )
    return undefined;
  const after = found.after.trimStart();
  const told = subject.told.exec(after)?.[0];
  if (told) return { act: "tell", link: "that", reader: found.reader, text: after.slice(told.length), notes: "" };
  if (!subject.verbs.test(after) && !lacks?.test(text)) return undefined;
  const isTitled = compiled(`^(?:${grammar.title})`, "u").test(text);
  if (!isTitled && grammar === grammars.de) return undefined;
  return {
    act: "tell",
    link: "alone",
    reader: found.reader,
    text: "",
    notes: `${subject.pronoun(found.reader.name)} ${after}`.trim(),
    isStatement: true,
  };
}

// Words that begin a sentence of the writer's own.
const noReader =
  /^(?:Je|J|Tu|Il|Elle|On|Nous|Vous|Ils|Elles|Ce|Cela|Ça|Yo|Tú|Él|Ella|Usted|Nosotros|Esto|Eso|Eu|Você|Vocês|Nós|Isto|Isso|Ich|Wir|Sie|Er|Es|Das|\p{L}+mente|\p{L}+ment|Ayer|Hoy|Mañana|Ontem|Hoje|Amanhã|Hier|Demain|Aujourd|Leider|Heute|Morgen|Gestern|Ahora|Agora|Maintenant|Aquí|Aqui|Ici|También|Também|Aussi|Ya|Já|Déjà|Nadie|Ninguém|Personne|Todo|Tudo|Tout)(?![\p{L}])/u;

const asked = (text: string, { question }: Grammar) =>
  question?.test(text) && !/[?!.।]$/u.test(text) ? `${text}?` : text;

/** Notes after "to X:". Three or more phrases without a verb become a list. */
function sayNotes(notes: string, grammar: Grammar, read: ForeignIntent) {
  if (!notes) return;
  const items = notes.split(/,\s+(?![^()]*\))|;\s+(?![^()]*\))/).map((item) => item.trim());
  const phrases = items.filter(
    (item) => item.length < 90 && !grammar.question?.test(item) && !orderIn(bareOf(item), grammar, false),
  );
  const isList =
    phrases.length >= 3 &&
    phrases.length >= items.length - 2 &&
    items.length <= 30 &&
    items.some((item) => !grammar.finite.test(item));
  if (!isList) {
    for (const part of splitParts(notes, grammar)) sayPart(part, grammar, read);
    return;
  }
  for (const item of items) {
    if (isStyle(bareOf(item), grammar)) continue;
    const last = read.said.at(-1);
    const isWish = /^que\s/u.test(item) && grammar.isWish?.(item.replace(/^que\s+/u, ""));
    if (/\?$/.test(item) || isWish || orderIn(bareOf(item), grammar, false)) sayPart(item, grammar, read);
    else if (grammar.joins.test(item) && last?.as === "item") last.text += `, ${item}`;
    else read.said.push({ act: undefined, link: "alone", text: bareOf(item), as: "item" });
  }
}

/** Words in the third person are about the reader if the reader is known and no other person is named. */
function mayShift({ reader, said }: ForeignIntent, grammar: Grammar) {
  const text = said.map((part) => part.text).join(" ");
  if (reader.kind === "group") return grammar !== grammars.hi && grammar !== grammars.hinglish;
  if (!reader.name) return false;
  // A role is the only person if no name stands inside a sentence.
  if (reader.kind === "unknown" && /\S\s+\p{Lu}\p{Ll}/u.test(text) && grammar !== grammars.de) return false;
  return true;
}
