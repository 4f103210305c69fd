import type { Grammar, OrderVerb } from "./grammar.ts";
import { compiled, type ForeignReader, readerAt } from "./order-reader.ts";

/** "la reserva del Sr. Ortega": the owner of what is cancelled or refused reads the mail, so it is "su reserva". */
export function ownerIn(
  text: string,
  { act }: OrderVerb,
  grammar: Grammar,
): { reader: ForeignReader; text: string } | undefined {
  if (!grammar.owner || !/^(?:decline|accept|cancel|postpone|confirm)$/.test(act)) return undefined;
  const { article, of, own, along, our } = grammar.owner;
  const start = article.exec(text);
  const together = along.exec(text);
  const joint = together ?? of.exec(text);
  if (!start || !joint || joint.index < start[0].length) return undefined;
  const owner = text.slice(joint.index + joint[0].length);
  const found = readerAt(owner, /^/, true, { ...grammar, isNoName: undefined });
  const isTitled = compiled(`^(?:${grammar.title})`, "u").test(owner);
  if (found?.reader.kind !== "name" || !(isTitled || act === "decline" || act === "accept")) return undefined;
  return {
    reader: found.reader,
    text: `${(together ? our : own)(start[0].trim())} ${text.slice(start[0].length, joint.index)}${found.after}`,
  };
}
