import { useState } from "react";

/** Which messages are chosen, and from where a range begins. */
export type Choice = { ids: ReadonlySet<string>; anchor: string; isOn: boolean };
export const noChoice: Choice = { ids: new Set(), anchor: "", isOn: false };

/** Chooses one or lets go of it; the last let go ends the choosing. */
export function toggled({ ids, isOn }: Choice, id: string): Choice {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, isOn: next.size > 0 || (isOn && ids.size === 0) };
}

/** Everything between the last chosen and this one, as with Shift in every list. */
export function ranged(choice: Choice, id: string, order: readonly string[]): Choice {
  const from = order.indexOf(choice.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggled(choice, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...choice.ids, ...between]), anchor: choice.anchor, isOn: true };
}

export function useChoice(order: readonly string[]) {
  const [choice, setChoice] = useState(noChoice);
  // What has left the list (deleted elsewhere, another mailbox) is not acted upon.
  const there = new Set(order);
  const ids = new Set([...choice.ids].filter((id) => there.has(id)));
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
