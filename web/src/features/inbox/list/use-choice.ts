import { useState } from "react";

/** The selected messages, and the message at which a Shift range begins. */
export type Choice = { ids: ReadonlySet<string>; anchor: string; isOn: boolean };
export const noChoice: Choice = { ids: new Set(), anchor: "", isOn: false };

/** Selects or deselects a message. Deselecting the last one ends the selection. */
export function toggled({ ids, isOn }: Choice, id: string): Choice {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, isOn: next.size > 0 || (isOn && ids.size === 0) };
}

/** Selects everything between the last selected message and this one, as Shift does in every list. */
export function ranged(choice: Choice, id: string, order: readonly string[]): Choice {
  const from = order.indexOf(choice.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggled(choice, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...choice.ids, ...between]), anchor: choice.anchor, isOn: true };
}

export function useChoice(order: readonly string[]) {
  const [choice, setChoice] = useState(noChoice);
  // Messages that left the list (deleted elsewhere, another mailbox) must not be acted upon.
  const listed = new Set(order);
  const ids = new Set([...choice.ids].filter((id) => listed.has(id)));
  return {
    ids,
    isOn: choice.isOn,
    begin: () => setChoice({ ...noChoice, isOn: true }),
    toggle: (id: string) => setChoice((before) => toggled(before, id)),
    extend: (id: string) => setChoice((before) => ranged(before, id, order)),
    chooseAll: (all: readonly string[]) => setChoice({ ids: new Set(all), anchor: all[0] ?? "", isOn: true }),
    end: () => setChoice(noChoice),
  };
}
