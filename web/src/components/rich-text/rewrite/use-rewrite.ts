import { maxRewrittenCharacters } from "@intellibox/contract/rules/rewriting";
import { t } from "@intellibox/contract/text/t";
import { closeHistory } from "@tiptap/pm/history";
import type { Editor } from "@tiptap/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf, needsModel } from "#lib/http/api-error.ts";
import type { RewriteAnswer, RewriteRequest, RewriteText } from "#lib/rewrite-call.ts";
import { applyChanges } from "./apply-changes.ts";
import { planChanges, type TextChange } from "./plan-changes.ts";
import { rewriteKey, rewritePlugin, showing } from "./show-changes.ts";
import { piecesToRewrite, plainText, type TextPiece } from "./text-pieces.ts";

export type RewriteWish = Pick<RewriteRequest, "kind" | "instruction" | "language">;

export type RewriteState =
  | { at: "writing" }
  | { at: "review"; answer: RewriteAnswer; changes: TextChange[] }
  | { at: "nothing"; words: string }
  | { at: "failed"; message: string; needsModel: boolean };

/** Rewrites the selected text and shows the result in it. Nothing changes in the document before `accept`. */
export function useRewrite(editor: Editor, rewrite: RewriteText) {
  const [state, setState] = useState<RewriteState | null>(null);
  const [wish, setWish] = useState<RewriteWish | null>(null);
  const running = useRef<AbortController>(null);
  const pieces = useRef<TextPiece[]>([]);
  const variant = useRef(0);

  const show = (changes: readonly TextChange[]) =>
    editor.view.dispatch(showing(editor.state, { pieces: pieces.current, changes }));

  const end = () => {
    running.current?.abort();
    running.current = null;
    if (!editor.isDestroyed) {
      editor.unregisterPlugin(rewriteKey);
      editor.setEditable(true, false);
    }
    setState(null);
  };
  const close = () => {
    end();
    if (!editor.isDestroyed) editor.commands.focus();
  };
  const endWhenLeft = useEffectEvent(end);
  useEffect(() => () => endWhenLeft(), []);

  const run = async (asked: RewriteWish) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    setState({ at: "writing" });
    show([]);
    const text = plainText(pieces.current);
    try {
      const onText = (soFar: string) => !signal.aborted && show(planChanges(pieces.current, soFar, false));
      const answer = await rewrite({ ...asked, text, variant: variant.current }, { signal, onText });
      if (signal.aborted) return;
      const changes = planChanges(pieces.current, answer.text, true);
      show(changes);
      setState(
        changes.length > 0 ? { at: "review", answer, changes } : { at: "nothing", words: t("Nothing to change") },
      );
    } catch (error) {
      if (signal.aborted) return;
      show([]);
      setState({ at: "failed", message: messageOf(error), needsModel: needsModel(error) });
    }
  };

  return {
    state,
    wish,
    begin(asked: RewriteWish) {
      end();
      setWish(asked);
      variant.current = 0;
      pieces.current = piecesToRewrite(editor.state);
      const { length } = plainText(pieces.current);
      if (length === 0) return setState({ at: "nothing", words: t("There is no text to rewrite") });
      if (length > maxRewrittenCharacters)
        return setState({
          at: "nothing",
          words: t("This text is too long to rewrite at once. Select a part of it."),
        });
      // The positions of the changes are those of the text as it is now. Another device may still replace it.
      editor.setEditable(false, false);
      editor.registerPlugin(rewritePlugin(() => running.current && end()));
      void run(asked);
    },
    again() {
      variant.current += 1;
      if (wish) void run(wish);
    },
    accept() {
      if (state?.at !== "review") return;
      const { changes } = state;
      end();
      editor.view.dispatch(applyChanges(editor.state, changes));
      editor.view.dispatch(closeHistory(editor.state.tr));
      editor.commands.focus();
    },
    /** Ends a rewrite without moving the focus. */
    end,
    close,
  };
}
