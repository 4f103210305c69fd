import { giveKeysTo, isTyping } from "./shortcuts.ts";

/** The longest time that keys are held: what was opened may never come, for example without a network. */
const longestHoldMs = 10_000;
let text = "";

/**
 * Call it when something opens whose text field is still to load. What is typed until a field takes the focus runs no command and is
 * written into that field. Escape, Tab and a press of the pointer give up waiting.
 */
export function holdKeys() {
  letGo();
  const until = performance.now() + longestHoldMs;
  document.addEventListener("focusin", write);
  document.addEventListener("pointerdown", letGo);
  giveKeysTo(({ key }) => {
    if (performance.now() > until || key === "Escape" || key === "Tab") {
      letGo();
      return false;
    }
    if (key === "Backspace") text = text.slice(0, -1);
    else if ([...key].length === 1) text += key;
    return true;
  });
}

function letGo() {
  text = "";
  giveKeysTo(undefined);
  document.removeEventListener("focusin", write);
  document.removeEventListener("pointerdown", letGo);
}

function write({ target }: FocusEvent) {
  if (!isTyping(target)) return;
  const typed = text;
  letGo();
  // After the page that moved the focus is done, and before the next key. It is one undo step of the field, as if it was pasted.
  if (typed) queueMicrotask(() => document.execCommand("insertText", false, typed));
}
