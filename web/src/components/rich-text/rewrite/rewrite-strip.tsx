import { t } from "@intellibox/contract/text/t";
import { Check, RefreshCw, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { AiBar } from "../../writing/ai-bar.tsx";
import { AnswerWarnings } from "../../writing/answer-warnings.tsx";
import { Engine, GetModel } from "../../writing/engine.tsx";
import { AskLanguage, AskWords } from "./rewrite-questions.tsx";
import type { RewriteWish, useRewrite } from "./use-rewrite.ts";

type RewriteStripProps = {
  rewriting: ReturnType<typeof useRewrite>;
  /** The question to the user before the rewrite. */
  asking: "translate" | "own" | null;
  onAsked: (wish: RewriteWish) => void;
  onClose: () => void;
};

/** Above the text that is rewritten: what is being done, and what to do with the result. */
export function RewriteStrip({ rewriting, asking, onAsked, onClose }: RewriteStripProps) {
  const { state } = rewriting;
  useRewriteKeys({ onEscape: onClose, onSend: rewriting.accept });
  if (asking === "own") return <AskWords onAsked={onAsked} onClose={onClose} />;
  if (asking === "translate") return <AskLanguage onAsked={onAsked} onClose={onClose} />;
  if (!state) return null;
  if (state.at === "writing")
    return (
      <Bar key="writing" words={`${t("Rewriting")}…`}>
        <Button size="sm" onClick={onClose} data-first>
          {t("Stop")}
        </Button>
      </Bar>
    );
  if (state.at === "nothing" || state.at === "failed")
    return (
      <Bar key={state.at} words={state.at === "nothing" ? state.words : state.message} isAlert={state.at === "failed"}>
        {state.at === "failed" && state.needsModel && <GetModel />}
        {state.at === "failed" && !state.needsModel && (
          <Button size="sm" onClick={rewriting.again}>
            {t("Try again")}
          </Button>
        )}
        <Button size="sm" onClick={onClose} data-first>
          {t("Close")}
        </Button>
      </Bar>
    );
  const { answer } = state;
  return (
    <>
      <Bar key="review" words={t("Struck words go, marked words come.")}>
        <Engine written={answer} className="max-xl:hidden" />
        <Button
          size="sm"
          variant="ghost"
          icon={<RefreshCw className="size-3.5" aria-hidden="true" />}
          onClick={rewriting.again}
        >
          {t("Regenerate")}
        </Button>
        <Button size="sm" icon={<X className="size-3.5" aria-hidden="true" />} onClick={onClose}>
          {t("Discard")}
        </Button>
        <Button
          size="sm"
          variant="primary"
          icon={<Check className="size-3.5" aria-hidden="true" />}
          onClick={rewriting.accept}
          data-first
        >
          {t("Accept")}
        </Button>
      </Bar>
      {answer.fallback && (
        <div className="border-b border-line p-3">
          <Alert kind="warn">{answer.fallback}</Alert>
        </div>
      )}
      {answer.warnings.length > 0 && (
        <div className="border-b border-line p-3 empty:hidden">
          <AnswerWarnings warnings={answer.warnings} />
        </div>
      )}
    </>
  );
}

/** The focus goes to the button that is most likely next, so that Enter presses it. */
function Bar({ words, isAlert = false, children }: { words: string; isAlert?: boolean; children: ReactNode }) {
  const buttons = useRef<HTMLSpanElement>(null);
  useEffect(() => buttons.current?.querySelector<HTMLElement>("[data-first]")?.focus(), []);
  return (
    <AiBar>
      <span role={isAlert ? "alert" : "status"} className="me-auto">
        {words}
      </span>
      <span ref={buttons} className="flex flex-wrap items-center gap-2">
        {children}
      </span>
    </AiBar>
  );
}

/** Escape discards and Ctrl+Enter accepts, before the page closes the draft or sends the old text. */
function useRewriteKeys({ onEscape, onSend }: { onEscape: () => void; onSend: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // An open menu closes first.
    if (event.isComposing || document.querySelector("[data-popup-open]")) return;
    const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.key !== "Escape" && !isSend) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSend) onSend();
    else onEscape();
  });
  useEffect(() => {
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, []);
}
