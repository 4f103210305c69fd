/**
 * The commands of the keyboard and the command palette. A screen registers its commands while it is shown.
 * Single keys never fire while typing, in a dialog, during text composition or with Alt, and can be turned off
 * (WCAG 2.1.4).
 */
import { type ReactNode, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { isDialogOpen } from "../popups.ts";
import { textEntry } from "../storage.ts";

export type Command = {
  label: string;
  /** Its heading in the palette and in the list of shortcuts. */
  group: string;
  /** "c", "g i" (a sequence), "mod+k" (Ctrl, or Command on Apple), "shift+r". */
  keys?: string;
  icon?: ReactNode;
  /** A command of the assistant, which the palette lists first. */
  isAi?: boolean;
  /** Runs again and again while its key is held down. Only for what moves: a held key must not file the whole list. */
  repeats?: boolean;
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

/** Registers commands while the component is shown. `run` always sees its latest state. */
export function useShortcuts(commands: readonly Command[]) {
  const runAt = useEffectEvent((index: number) => commands[index]?.run());
  const toRegister = useEffectEvent(() => commands.map((command, index) => ({ ...command, run: () => runAt(index) })));
  // Labels and keys decide when to register again, because `run` is a new function at every render.
  const listed = commands.map(({ label, group, keys }) => `${group}\t${label}\t${keys ?? ""}`).join("\n");
  // A layout effect: a key pressed as soon as the screen is visible must find its command.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `listed` says when the list has changed
  useLayoutEffect(() => {
    const id = Symbol("commands");
    groups.set(id, toRegister());
    announce();
    return () => {
      groups.delete(id);
      announce();
    };
  }, [listed]);
}

/** The time limit for the second key of "g i". */
const sequenceMs = 1200;
let pending = "";
let pendingUntil = 0;

let holder: ((event: KeyboardEvent) => boolean) | undefined;

/** Gives single keys to `hold` first, which takes those for which it returns true. See `held-keys.ts`. */
export function giveKeysTo(hold: typeof holder) {
  holder = hold;
}

/** Runs the command of a pressed key, if there is one. The shell registers it once for the whole page. */
export function pressKey(event: KeyboardEvent) {
  if (event.isComposing || event.altKey) return;
  const key = nameOf(event);
  if (!key) return;
  const isCombination = key.startsWith("mod+");
  if (!isCombination && (isTyping(event.target) || isDialogOpen())) return;
  if (!isCombination && holder?.(event)) return event.preventDefault();
  if (event.defaultPrevented || (!isCombination && !singleKeysOn)) return;
  if (key === "enter" && isPressable(event.target)) return;

  const sequence = pending && event.timeStamp < pendingUntil ? `${pending} ${key}` : key;
  pending = "";
  // The latest registration wins, so that a page can override a key of the shell.
  const command = all.findLast(({ keys }) => keys === sequence) ?? all.findLast(({ keys }) => keys === key);
  if (command) {
    event.preventDefault();
    if (!event.repeat || command.repeats) command.run();
  } else if (all.some(({ keys }) => keys?.startsWith(`${key} `))) {
    pending = key;
    pendingUntil = event.timeStamp + sequenceMs;
  }
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  if (["Shift", "Control", "Meta", "Alt"].includes(key)) return null;
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) return `mod+${shiftKey ? "shift+" : ""}${name}`;
  // For signs such as ? and # the key already includes Shift; letters are lower-cased above.
  return shiftKey && /^([a-z]|enter)$/.test(name) ? `shift+${name}` : name;
}

export function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select, [role=textbox], [role=combobox], [contenteditable=true]");
  return Boolean(field && !field.matches("input[type=checkbox], input[type=radio], input[type=button]"));
}

/** Enter belongs to the focused control, in the page and in the frame of a mail. */
const isPressable = (target: EventTarget | null) =>
  target !== null &&
  "closest" in target &&
  Boolean((target as Element).closest("a, button, summary, [role=separator]"));

function announce() {
  // A page that registers a command of the shell again replaces it.
  const byName = new Map([...groups.values()].flat().map((command) => [`${command.group}\t${command.label}`, command]));
  all = [...byName.values()];
  for (const listener of listeners) listener();
}

function watch(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
