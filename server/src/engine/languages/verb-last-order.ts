// Reads an order of Hindi, whose verb follows its reader.
import type { OrderAct } from "../sentences/orders.ts";
import type { Grammar } from "./grammar.ts";
import { type Order, writersActs } from "./order.ts";
import { type ForeignReader, readerBefore } from "./order-reader.ts";

/** Reader, postposition, what is said, verb, and the clause. */
export function verbLastOrder(
  text: string,
  postposition: RegExp,
  grammar: Grammar,
  isFirst: boolean,
): Order | undefined {
  const before = postposition.exec(text);
  // Inside an intent the reader is a pronoun: other words before "se" and "ko" belong to what is said.
  const isReader = isFirst || /^(?:उन|उस|un|us)[\p{L}\p{M}]*$/iu.test(before?.[1] ?? "");
  const reader = before?.[1] && isReader ? readerBefore(before[1], grammar) : undefined;
  const rest = (reader ? text.slice(before?.[0].length) : text).replace(grammar.adverbs, "");
  const verbs = grammar.last
    .map((verb) => ({ verb, clause: verb.pattern.exec(rest) }))
    .filter(({ clause }) => clause)
    .sort((a, b) => (a.clause?.[1]?.length ?? 0) - (b.clause?.[1]?.length ?? 0));
  for (const { verb, clause } of verbs) {
    const object = (clause?.[1] ?? "").trim();
    const isEnd = /^\s*[.।]?$/u.test(rest.slice(clause?.[0].length));
    const isOrder = /^(?:ask|order)$/.test(verb.act) || (verb.act === "tell" && toDo.test(object));
    if (!reader && object && !isFirst && isEnd && isOrder) return withObject(verb.act, undefined, object, "");
    const ownedThing = !reader && isFirst && object ? ownedObject(verb.act, object, grammar) : undefined;
    if (ownedThing) return { ...ownedThing, notes: rest.slice(clause?.[0].length).replace(/^\s*[:,;.।-]\s*/u, "") };
    if (
      !reader &&
      (object ||
        (!isFirst && !writersActs.has(verb.act) && !/^\s*,?\s*(?:कि|ki)\s/.test(rest.slice(clause?.[0].length))))
    )
      continue;
    const after = rest.slice(clause?.[0].length);
    const that = grammar.joints.that.exec(after)?.[0];
    const clauseText = (that === undefined ? after : after.slice(that.length)).replace(/^\s*[:,;.।-]\s*/u, "").trim();
    const owned = genitive.exec(before?.[1] ?? "")?.groups;
    const owner = reader?.kind === "name" && owned?.to ? readerBefore(owned.to, grammar) : undefined;
    if (owner && owned && !honorific.test(owned.rest ?? "")) {
      const own = owned.hindi ? `आप${owned.hindi}` : `aap${owned.case}`;
      const thing = `${own} ${owned.rest} ${owned.hindi ? "को" : "ko"} ${object}`.trim();
      return {
        act: verb.act,
        reader: { ...owner, words: before?.[1] ?? "" },
        link: "object",
        text: thing,
        notes: clauseText,
      };
    }
    if (object) return withObject(verb.act, reader, object, clauseText);
    if (that !== undefined) return { act: verb.act, reader, link: "that", text: clauseText, notes: "" };
    if (verb.act === "ask" && clauseText) return { act: verb.act, reader, link: "which", text: clauseText, notes: "" };
    const [phrase = "", ...others] = clauseText.split(
      /,\s+|\s+(?:aur|और)\s+(?=.*(?:bolo|bol do|puchh?o|batao|kaho|पूछो|कहो|बोलो|बताओ)$)/u,
    );
    if (objectActs.has(verb.act) && isPhrase(phrase, grammar, verb.act))
      return withObject(verb.act, reader, phrase, others.join(", "));
    return { act: verb.act, reader, link: "alone", text: "", notes: clauseText };
  }
  const heading = /^(?<to>[^,:;]{2,60}?)(?:\s(?:के लिए|को|हेतु))?\s(?:सूचना|नोटिस|संदेश|घोषणा)\s?:\s+(?<notes>.+)$/su.exec(
    text,
  )?.groups;
  if (isFirst && heading?.to && heading.notes)
    return { act: "tell", link: "alone", reader: readerBefore(heading.to, grammar), text: "", notes: heading.notes };
  const isUnknown = isFirst && reader && reader.kind !== "unknown" && grammar.anyLast?.test(rest);
  return isUnknown ? { act: undefined, link: "alone", reader, text, notes: "" } : undefined;
}

const objectActs = new Set<OrderAct>([
  "invite",
  "thank",
  "remind",
  "apologize",
  "confirm",
  "congratulate",
  "condole",
  "tell",
]);
const genitive = /^(?<to>.{2,40}?)\s(?:(?<case>ka|ki|ke)|(?<hindi>का|की|के))\s(?<rest>.+)$/iu;
const honorific = /(?:^|\s)(?:ji|sir|जी|सर|पास|saath|साथ)$/iu;
const toDo = /(?:ne ko|ने को|ने के लिए|ne ke liye)$/iu;

/** A phrase with its postposition or a time, not a sentence. */
const isPhrase = (text: string, { finite, question }: Grammar, act: OrderAct) =>
  text.length > 0 &&
  text.length < 90 &&
  !finite.test(text) &&
  !question?.test(text) &&
  !/\s(?:aur|और)\s|(?:ने|ne)\s/u.test(text) &&
  (act === "tell"
    ? /(?:के लिए|के बारे में|ke liye|ke baare (?:mein|me))$/iu
    : /(?:के लिए|पर|में|बजे|का|की|को|ke liye|par|pe|mein|me|baje|ka|ki|ko)$/iu
  ).test(text);

/** "Dr Mehra ka appointment cancel karo": the owner reads the mail. Without an owner the reader is not known. */
function ownedObject(act: OrderAct, object: string, grammar: Grammar): Order | undefined {
  if (
    !/^(?:cancel|postpone|confirm|decline|order|complain)$/.test(act) ||
    /(?:^|\s)(?:aap|mujhe|hum|आप|मुझे|हम)(?:\s|$)/u.test(object)
  )
    return undefined;
  const owner =
    /^(?<to>.{2,40}?)\s(?:(?<case>ka|ki|ke)|(?<hindi>का|की|के))\s(?:saath\s(?:ka|ki|ke)?\s?)?(?<rest>.+)$/iu.exec(
      object,
    )?.groups;
  const reader = owner?.to ? readerBefore(owner.to, grammar) : undefined;
  const isPerson =
    reader?.kind === "name" &&
    (new RegExp(`^(?:${grammar.title})`, "u").test(owner?.to ?? "") || /(?:ji|sir|जी)$/iu.test(owner?.to ?? ""));
  if (isPerson && owner) {
    const own = owner.hindi ? `आप${owner.hindi}` : `aap${owner.case}`;
    return { act, link: "object", reader, text: `${own} ${owner.rest}`, notes: "" };
  }
  return object.split(/\s+/).length <= 6
    ? { act, link: "object", reader: undefined, text: object, notes: "" }
    : undefined;
}

/** "minutes bhejne ko bolo" is a request. */
function withObject(act: OrderAct, reader: ForeignReader | undefined, object: string, notes: string): Order {
  const isRequest = act === "tell" && toDo.test(object);
  const text = isRequest ? object.replace(/\s(?:ko|ke liye)$/iu, " ki").replace(/\s(?:को|के लिए)$/u, " का") : object;
  return { act: isRequest ? "request" : act, reader, link: "object", text, notes };
}
