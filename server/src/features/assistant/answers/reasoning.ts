// Some models write their reasoning into the answer, between tags. It is removed, also while the answer is streamed.

const names = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis";
/** The last two are the channels of OpenAI's open models and the brackets of Mistral's. */
const opening = new RegExp(
  `<(?:${names})(?:\\s[^<>]{0,100})?>|<\\|channel\\|>\\s{0,3}(?:analysis|commentary)\\s{0,3}(?:<\\|message\\|>)?|\\[THINK\\]`,
  "i",
);
const closing = new RegExp(
  `</(?:${names})\\s{0,3}>|<\\|channel\\|>\\s{0,3}final\\s{0,3}(?:<\\|message\\|>)?|\\[/THINK\\]`,
  "i",
);
/** Marks of a chat template, which some servers pass on: `<|im_end|>`. */
const mark = /<\|[a-z_]{1,20}\|>/gi;
/** The longest tag. Text after a "<" is held back for at most this long. */
const maxTag = 120;
const tagStart = new RegExp(`^(?:</?[a-z]{0,10}|<(?:${names})\\s[^<>]*|<\\|[a-z_]{0,20}\\|?|\\[/?[A-Z]{0,5})$`, "i");

type Filter = {
  piece(text: string): void;
  /** Call it when the answer has ended. */
  end(): void;
};

/** Passes on the answer without its reasoning. `reset` takes back what was passed on, because it turned out to be reasoning. */
export function reasoningFilter(show: (piece: string) => void, reset: () => void): Filter {
  let held = "";
  let isInside = false;
  let hasShown = false;
  const pass = (text: string) => {
    const clean = text.replace(mark, "");
    const ready = hasShown ? clean : clean.trimStart();
    if (!ready) return;
    hasShown = true;
    show(ready);
  };
  /** Handles the next tag; returns whether there was one. */
  const step = (): boolean => {
    const close = closing.exec(held);
    if (isInside) {
      if (!close) return false;
      isInside = false;
      held = held.slice(close.index + close[0].length);
      return true;
    }
    const open = opening.exec(held);
    if (open && (!close || open.index < close.index)) {
      pass(held.slice(0, open.index));
      isInside = true;
      held = held.slice(open.index + open[0].length);
      return true;
    }
    if (!close) return false;
    // The chat template has opened the reasoning itself, so all that came before is reasoning.
    if (hasShown) reset();
    hasShown = false;
    held = held.slice(close.index + close[0].length);
    return true;
  };
  return {
    piece(text) {
      held += text;
      while (step());
      if (isInside) {
        held = held.slice(-maxTag);
        return;
      }
      const safe = startOfPart(held);
      pass(held.slice(0, safe));
      held = held.slice(safe);
    },
    end() {
      if (!isInside) pass(held);
      held = "";
    },
  };
}

/** The position of an incomplete tag at the end of the text; the text's length if there is none. */
function startOfPart(text: string): number {
  // "<|channel|>final<|message|>" is one tag with several brackets.
  const channel = text.lastIndexOf("<|channel|>");
  if (channel >= 0 && text.length - channel < 30) return channel;
  const bracket = Math.max(text.lastIndexOf("<"), text.lastIndexOf("["));
  const isPart = bracket >= 0 && text.length - bracket < maxTag && tagStart.test(text.slice(bracket));
  return isPart ? bracket : text.length;
}

export function withoutReasoning(answer: string): string {
  let text = "";
  const filter = reasoningFilter(
    (piece) => {
      text += piece;
    },
    () => {
      text = "";
    },
  );
  filter.piece(answer);
  filter.end();
  return text;
}
