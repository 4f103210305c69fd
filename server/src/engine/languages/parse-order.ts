// Reads an order to the writer: its verb, its reader and what it says.
import type { Grammar, OrderVerb } from "./grammar.ts";
import { type Order, writersActs } from "./order.ts";
import { compiled, type ForeignReader, isJoint, readerAt } from "./order-reader.ts";
import { ownerIn } from "./owner.ts";
import { verbLastOrder } from "./verb-last-order.ts";

export type { Order } from "./order.ts";

/** The order that a text begins with. `isFirst` is false inside an intent, where most imperatives are said to the reader. */
export function orderIn(given: string, grammar: Grammar, isFirst: boolean): Order | undefined {
  const text = given.replace(/^(?:और|aur)\s+/u, "").replace(grammar.lead, "");
  if (grammar.postposition) return verbLastOrder(text, grammar.postposition, grammar, isFirst);
  if (isFirst && headsNotes.test(given)) {
    const heading = headingOrder(given, grammar);
    if (heading?.reader?.kind === "group") return heading;
  }
  const asGiven = text === given ? undefined : verbFirstOrder(given, grammar, isFirst);
  if (asGiven?.reader && asGiven.link !== "thing") return asGiven;
  if (asGiven?.act === "request" && asGiven.link === "about") return asGiven;
  // "Pode consultar o mapa" is said to the reader, if it names none.
  if (!isFirst && polite.test(given)) {
    const named = verbFirstOrder(text, grammar, false);
    return named?.reader ? named : undefined;
  }
  return (
    verbFirstOrder(text, grammar, isFirst, /^(?:lui|leur)\s/iu.test(given)) ??
    (isFirst ? mailOf(text, grammar) : undefined) ??
    readerFirstOrder(text, grammar, isFirst) ??
    (isFirst ? (objectFirstOrder(text, grammar) ?? headingOrder(given, grammar)) : undefined) ??
    (isFirst ? unknownOrder(text, grammar) : undefined)
  );
}

const polite =
  /^(?:pode|podes|poderia|podem|puedes?|puede|pueden|podrías?|podría|peux-tu|tu peux|pourrais-tu|kannst du|könntest du)\s/iu;

function verbFirstOrder(text: string, grammar: Grammar, isFirst: boolean, isLed = false): Order | undefined {
  for (const verb of grammar.verbs) {
    const plain = verb.pattern.exec(text)?.[0];
    const form = plain ?? verb.formal?.exec(text)?.[0];
    if (form === undefined) continue;
    let rest = text.slice(form.length);
    if (verb.particle) {
      const particle = verb.particle.exec(rest);
      if (!particle) continue;
      rest = `${particle[1]?.trimEnd()} ${rest.slice(particle[0].length).trimStart()}`.replace(/\s+(?=[,:;.])/, "");
    }
    const order = /\sel[ea]s?$/iu.test(form)
      ? { act: verb.act, reader: undefined, ...contentOf(rest, verb, grammar, true) }
      : afterVerb(verb, rest, grammar, form);
    const isWriters =
      order.reader ||
      grammar.clitic?.test(form) ||
      (plain !== undefined && writersActs.has(verb.act)) ||
      saysClause(order) ||
      isLed;
    if (isFirst ? isMeant(order, grammar.clitic?.test(form) ?? false) : isWriters) return order;
  }
  return undefined;
}

const saysClause = ({ act, link }: Order) =>
  (act === "tell" && (link === "that" || link === "whether")) ||
  (act === "ask" && (link === "whether" || link === "which"));

/** A first word that is a verb of telling means an order only if a reader, a joint or an object follows. */
const isMeant = ({ act, reader, link, text, notes }: Order, hasClitic: boolean) =>
  reader !== undefined || hasClitic || (link !== "alone" && (text !== "" || act !== "tell")) || notes !== "";

function afterVerb(verb: OrderVerb, given: string, grammar: Grammar, form = ""): Order {
  const { preposition, directPreposition } = grammar;
  const before = given.replace(grammar.adverbs, " ");
  const isNo = /(?:não|non)$/iu.test(form) && verb.act === "decline";
  // "remercie-les pour le trimestre": what follows is the reason.
  const isReasoned = verb.act === "thank" && /^\s*(?:[Pp]our|[Pp]or|[Pp]el[oa]s?|[Ff]ür)\s+(?!\p{Lu})/u.test(before);
  const found =
    isNo || isReasoned
      ? undefined
      : readerAt(before, verb.direct ? directPreposition : preposition, !verb.direct, grammar);
  const apposition = found && apposed(found.after, grammar);
  const rest = (apposition?.after ?? found?.after ?? before).replace(grammar.adverbs, " ");
  const reader = apposition?.reader ?? found?.reader;
  return { act: verb.act, reader, ...contentOf(rest, verb, grammar, found !== undefined || isNo || isReasoned) };
}

/** "al casero, Don Emilio, …", "unserem Vermieter (Herr Vogt), …": the name of a role. */
function apposed(after: string, grammar: Grammar) {
  const start = /^\s*[,(]\s*/.exec(after)?.[0];
  if (!start || !compiled(`^(?:${grammar.title})`, "u").test(after.slice(start.length))) return undefined;
  const found = readerAt(after.slice(start.length), /^/, true, grammar);
  const end = /^\s*[,)]\s*/.exec(found?.after ?? "")?.[0];
  if (found?.reader.kind !== "name" || end === undefined) return undefined;
  const rest = found.after.slice(end.length);
  return {
    reader: found.reader,
    after: end.includes(")") && !/^[,:;]/.test(rest) ? ` ${rest}` : ` ${rest.replace(/^[,]\s*/, "")}`,
  };
}

type Content = Pick<Order, "link" | "text" | "notes"> & { reader?: ForeignReader };

function contentOf(rest: string, verb: OrderVerb, grammar: Grammar, hasReader: boolean): Content {
  const { joints } = grammar;
  for (const link of ["that", "whether", "which", "deed"] as const) {
    const joint = joints[link].exec(rest)?.[0];
    if (joint !== undefined) return { link, text: rest.slice(joint.length).trim(), notes: "" };
  }
  const note = /^\s*(?:[:,;.]|[-–—]\s)\s*(?<notes>[\s\S]*)$/u.exec(rest)?.groups?.notes;
  if (note !== undefined) return { link: "alone", text: "", notes: note.trim() };
  if (!rest.trim()) return { link: "alone", text: "", notes: "" };
  const owner = hasReader ? undefined : ownerIn(rest.trim(), verb, grammar);
  if (owner) {
    const [text = "", notes = ""] = splitNotes(owner.text);
    return { link: "thing", text, notes, reader: owner.reader };
  }
  const trailing = hasReader ? undefined : readerIn(rest, verb, grammar);
  const body = trailing?.rest ?? rest;
  const link = joints.about.test(body) ? "about" : "thing";
  const [text = "", notes = ""] = splitNotes(body.trim());
  return {
    link,
    text,
    notes: [notes, trailing?.notes].filter(Boolean).join(", "),
    ...(trailing ? { reader: trailing.reader } : {}),
  };
}

/** "devis : 300 flyers" has notes after the colon. */
const splitNotes = (given: string) => {
  const text = given.replace(/\s(?:höflich|freundlich|poliment|gentiment|amablemente|educadamente)(?=$|,)/iu, "");
  const at = text.search(/\s?:\s/);
  return at < 0 || at > 80 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at).replace(/^\s?:\s+/, "")];
};

/** A reader at the end of the first phrase: "pedir orçamento à Ivone: 800 caixas". */
function readerIn(rest: string, verb: OrderVerb, grammar: Grammar) {
  const phrase = /^(?:[^,:;.!?]|(?<=\d)[.,:](?=\d)|(?<=\b(?:Sra?|Dra?|M|Dr|Prof))\.){0,120}/u.exec(rest)?.[0] ?? "";
  const after = rest.slice(phrase.length);
  for (const space of [...phrase.matchAll(/\s+/g)].reverse()) {
    const end = phrase.slice(space.index);
    if (!grammar.preposition.test(end) || grammar.preposition.exec(end)?.[0].trim() === "") continue;
    const found = readerAt(end, grammar.preposition, true, grammar);
    if (!found || !isJoint(found.after, grammar)) continue;
    const isSure =
      /^\s*:/.test(after) ||
      compiled(`^\\s*(?:${grammar.title})`, "u").test(end.slice(found.by.length)) ||
      found.reader.kind === "group" ||
      !/^(?:send|confirm|order|cancel|postpone|terminate|accept|offer)$/.test(verb.act);
    if (!isSure) continue;
    const notes = `${found.after}${after}`.replace(/^\s*[,:;.]\s*/, "").trim();
    return { reader: found.reader, rest: phrase.slice(0, space.index), notes };
  }
  return undefined;
}

/** A kind of mail with its reader or its notes: "Elternbrief: …", "circular a las familias: …". */
export function mailOf(text: string, grammar: Grammar): Order | undefined {
  for (const noun of grammar.nouns) {
    const form = noun.pattern.exec(text)?.[0];
    if (!form) continue;
    const rest = text.slice(form.length);
    // "Anfrage Catering: …" names a topic, because German readers have a preposition here.
    const isTopic =
      grammar.dative &&
      /^\s+\p{L}/u.test(rest) &&
      !/^\s+(?:an|für|bei|beim|von|vom|mit|zu[mr]?|über|wegen|dass|ob)\s/iu.test(rest) &&
      !compiled(`^\\s*(?:${grammar.title})`, "u").test(rest);
    const order: Order = isTopic
      ? { act: noun.act, reader: undefined, link: "alone", text: "", notes: rest.trim().replace(/:\s/, ", ") }
      : afterVerb(noun, rest, grammar);
    const isGroup =
      grammar.group.test(form.toLowerCase()) || /eltern|rund|aushang|circular|circulaire|comunicado/iu.test(form);
    if (!order.reader && isGroup) order.reader = { kind: "group", name: "", words: form };
    if (order.reader || order.notes || order.link !== "thing") return order;
  }
  return undefined;
}

/** "schreib ihm eine Erinnerung an …": the kind of mail tells what is said. */
export function mailIn(text: string, grammar: Grammar): Order | undefined {
  const bare = text.replace(/^(?:eine?n?|une?|una|uma?)\s+/iu, "");
  for (const noun of bare === text ? [] : grammar.nouns) {
    const form = noun.pattern.exec(bare)?.[0];
    if (form && noun.act !== "tell")
      return { act: noun.act, reader: undefined, ...contentOf(bare.slice(form.length), noun, grammar, true) };
  }
  return undefined;
}

/** "Frau Kern absagen": the verb ends the clause whose first words are the reader. */
function readerFirstOrder(text: string, grammar: Grammar, isFirst: boolean): Order | undefined {
  if (grammar.last.length === 0) return undefined;
  for (const isIndirect of [true, false]) {
    const found =
      readerAt(text, grammar.directPreposition, isIndirect, grammar) ??
      (isFirst ? smallFirst(text, grammar) : undefined);
    if (!found) continue;
    const rest = found.after.replace(grammar.adverbs, " ");
    const verbs = grammar.last.filter(({ direct }) => direct !== isIndirect);
    for (const verb of verbs) {
      const clause = verb.pattern.exec(rest);
      if (!clause) continue;
      const object = (clause[1] ?? "").replace(grammar.adverbs, " ").trim();
      const after = rest.slice(clause[0].length).replace(grammar.adverbs, " ");
      const content = contentOf(after, verb, grammar, true);
      if (!object) return { act: verb.act, reader: found.reader, ...content };
      // "den Mietern im Haus 4 ankündigen, dass …": the phrase belongs to the reader.
      if (/^(?:im|in|am|aus|von|vom|des|der)\s/iu.test(object) && content.link !== "alone" && content.text) {
        return { act: verb.act, reader: { ...found.reader, words: `${found.reader.words} ${object}` }, ...content };
      }
      const link = grammar.joints.about.test(object) ? "about" : "thing";
      const said = content.text && content.link === "about" ? ` ${content.text}` : "";
      const notes = said ? content.notes : [content.text && after.trim(), content.notes].filter(Boolean)[0];
      return { act: verb.act, reader: found.reader, link, text: `${object}${said}`, notes: notes ?? "" };
    }
  }
  const named = isFirst ? readerAt(text, grammar.directPreposition, true, grammar) : undefined;
  if (
    named &&
    named.reader.kind !== "unknown" &&
    grammar.anyLast?.test(named.after.replace(grammar.adverbs, " ").trimStart())
  )
    return { act: undefined, link: "alone", reader: named.reader, text, notes: "" };
  return undefined;
}

/** "Rechnung 889 bei Baustoffe Ruhl reklamieren": the verb ends the first clause, the reader stands inside it. */
function objectFirstOrder(text: string, grammar: Grammar): Order | undefined {
  for (const verb of grammar.last) {
    const clause = verb.pattern.exec(text);
    const object = clause?.[1]?.trim();
    if (!clause || !object || grammar.begins.test(text) || grammar.finite.test(object)) continue;
    const notes = text.slice(clause[0].length);
    if (!isJoint(notes, grammar)) continue;
    const inside = readerIn(` ${object}`, verb, grammar);
    const link = grammar.joints.about.test(inside?.rest ?? object) ? "about" : "thing";
    const content = contentOf(notes, verb, grammar, true);
    if (content.text && content.link !== "alone") return { act: verb.act, ...content, reader: inside?.reader };
    return { act: verb.act, link, reader: inside?.reader, text: (inside?.rest ?? object).trim(), notes: content.notes };
  }
  return undefined;
}

/** "Para Marta: …", "An alle: …", "Frau Kern - …": a reader in front of notes. */
function headingOrder(text: string, grammar: Grammar): Order | undefined {
  const heading =
    /^(?<to>[^,:;.!?]{2,60}?(?:\b(?:Sra?|Dra?|M|Dr|Prof)\.[^,:;.!?]{2,40}?)?)(?:\s?:|\s[-–—])\s+(?<notes>\S[\s\S]*)$/u.exec(
      text,
    )?.groups;
  if (!heading?.to || !heading.notes) return undefined;
  const inner = /(?:^|\s)(?:an|für|pour|aux|à|para|a|aos|às|ao)\s(?<to>.+)$/iu.exec(heading.to)?.groups?.to;
  const group =
    inner && grammar.group.test(inner) && inner.split(/\s+/).length <= 5 && !grammar.finite.test(heading.to);
  if (group)
    return {
      act: "tell",
      link: "alone",
      reader: { kind: "group", name: "", words: heading.to },
      text: "",
      notes: heading.notes,
    };
  if (noHeading.test(heading.to)) return undefined;
  const by =
    /^(?:an|für|para|pour|a|al|à|aux|au|ao|aos|às|liebe[rs]?|chers?|estimad[oa]s?)\s+/iu.exec(heading.to)?.[0] ?? "";
  const found =
    readerAt(heading.to, grammar.directPreposition, false, grammar) ??
    readerAt(heading.to.slice(by.length), /^/, false, { ...grammar, isNoName: undefined });
  if (!found || found.after.trim() || (found.reader.kind === "unknown" && !by)) return undefined;
  const isTitled = compiled(`^(?:${grammar.title})`, "u").test(heading.to.slice(by.length));
  if (found.reader.kind === "name" && !isTitled && !by && (grammar.dative || /^\p{Ll}/u.test(heading.to)))
    return undefined;
  return { act: "tell", link: "alone", reader: found.reader, text: "", notes: heading.notes };
}

/** "an alle kollegen: …": a preposition and a colon make a heading before any verb is looked for. */
const headsNotes = /^(?:an|für|para|pour|a|aux?|à|aos?|às)\s[^,:;.!?]{2,50}\s?:\s/iu;

const noHeading =
  /^(?:asunto|objet|assunto|betreff|importante?|urgente?|wichtig|dringend|nota|note|tema|motivo|info|grund|hinweis|ps|re|ref|termin|attention|atención|atenção|todo|tarea|tarefa|aufgabe)(?!\p{L})/iu;

/** "tobias kurz bescheid geben: …" in small letters. */
function smallFirst(text: string, grammar: Grammar) {
  const small = /^\p{Ll}[\p{L}-]{2,13}(?=\s)/u.exec(text)?.[0];
  if (!small || grammar.notReader.test(text)) return undefined;
  return { reader: { kind: "name" as const, name: small, words: small }, by: "", after: text.slice(small.length) };
}

/** A verb that the grammar does not know, before a reader. */
function unknownOrder(text: string, grammar: Grammar): Order | undefined {
  const form = grammar.anyVerb?.exec(text)?.[0];
  if (!form) return undefined;
  const verb = /^\S+/.exec(text)?.[0] ?? "";
  const rest = text.slice(verb.length);
  const found =
    readerAt(rest, grammar.preposition, true, grammar) ?? readerAt(rest, grammar.directPreposition, false, grammar);
  return { act: undefined, link: "alone", reader: found?.reader, text, notes: "" };
}
