import { giveKeysTo } from "./shortcuts.ts";

/** The longest time that keys are held: what was opened may never come, for example without a network. */
const longestHoldMs = 10_000;
let text = "";

/** Call it when something opens whose code is still to load: what is typed until `releaseKeys` is meant for its field. */
export function holdKeys() {
  text = "";
  const until = performance.now() + longestHoldMs;
  giveKeysTo(({ key }) => {
    // Escape gives up waiting for the field.
    if (performance.now() > until || key === "Escape") {
      releaseKeys();
      return false;
    }
    if (key === "Backspace") text = text.slice(0, -1);
    else if ([...key].length === 1) text += key;
    return true;
  });
}

/** Call it when the field has the focus. Returns what was typed meanwhile. */
export function releaseKeys(): string {
  const typed = text;
  text = "";
  giveKeysTo(undefined);
  return typed;
}
