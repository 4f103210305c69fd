/**
 * Everything the keyboard and the command palette can do. A screen registers its commands while it is shown.
 * Single keys never fire while typing, in a dialog, during text composition or with Alt, and can be turned off
 * (WCAG 2.1.4).
 */
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isDialogOpen } from "../popups.ts";
import { textEntry } from "../storage.ts";

export type Command = {
  label: string;
  /** The heading it stands under in the palette and in the list of keys. */
  group: string;
  /** "c", "g i" (one after the other), "mod+k" (Ctrl, or Command on Apple), "shift+r". */
  keys?: string;
  icon?: ReactNode;
  /** The assistant does it: first in the palette. */
  isAi?: boolean;
  run: () => void;
};

const groups = new Map<symbol, readonly Command[]>();
const listeners = new Set<() => void>();
const offEntry = textEntry("intellibox.shortcuts");
let all: readonly Command[] = [];
let singleKeysOn = offEntry.read() !== "off";

export const useAllCommands = () => useSyncExternalStore(watch, () => all);
export const useSingleKeysOn = () => useSyncExternalStore(watch, () => singleKeysOn);

export function turnSingleKeys(on: boolean) {
  singleKeysOn = on;
  offEntry.write(on ? "on" : "off");
  announce();
}

/** Registers commands while the component is shown. They may close over its latest state. */
export function useShortcuts(commands: readonly Command[]) {
  const runAt = useEffectEvent((index: number) => commands[index]?.run());
  const toRegister = useEffectEvent(() => commands.map((command, index) => ({ ...command, run: () => runAt(index) })));
  // Labels and keys decide when to register again, because `run` is a new function at every render.
  const listed = commands.map(({ label, group, keys }) => `${group}\t${label}\t${keys ?? ""}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `listed` says when the list has changed
  useEffect(() => {
    const id = Symbol("commands");
    groups.set(id, toRegister());
    announce();
    return () => {
      groups.delete(id);
      announce();
    };
  }, [listed]);
}

/** How long the second key of "g i" may take. */
const sequenceMs = 1200;
let pending = "";
let pendingUntil = 0;

/** Runs the command for a pressed key, if there is one; the shell listens once, for the whole page. */
export function pressKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const key = nameOf(event);
  if (!key) return;
  const isCombination = key.startsWith("mod+");
  if (!isCombination && (!singleKeysOn || isTyping(event.target) || isDialogOpen())) return;
  if (key === "enter" && isPressable(event.target)) return;

  const sequence = pending && event.timeStamp < pendingUntil ? `${pending} ${key}` : key;
  pending = "";
  // The latest registered wins: a page's own meaning of a key goes before the shell's.
  const command = all.findLast(({ keys }) => keys === sequence) ?? all.findLast(({ keys }) => keys === key);
  if (command) {
    event.preventDefault();
    command.run();
  } else if (all.some(({ keys }) => keys?.startsWith(`${key} `))) {
    pending = key;
    pendingUntil = event.timeStamp + sequenceMs;
  }
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  if (["Shift", "Control", "Meta", "Alt"].includes(key)) return null;
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) return `mod+${shiftKey ? "shift+" : ""}${name}`;
  // Signs such as ? and # already carry their Shift; letters do not.
  return shiftKey && /^([a-z]|enter)$/.test(name) ? `shift+${name}` : name;
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select, [role=textbox], [role=combobox], [contenteditable=true]");
  return Boolean(field && !field.matches("input[type=checkbox], input[type=radio], input[type=button]"));
}

/** Enter belongs to the control that has the focus, in the page and in the frame of a mail. */
const isPressable = (target: EventTarget | null) =>
  target !== null &&
  "closest" in target &&
  Boolean((target as Element).closest("a, button, summary, [role=separator]"));

function announce() {
  all = [...groups.values()].flat();
  for (const listener of listeners) listener();
}

function watch(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
