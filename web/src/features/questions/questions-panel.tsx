import type { FoundMail } from "@intellibox/contract/endpoints/questions";
import { maxQuestionCharacters } from "@intellibox/contract/rules/questions";
import { t } from "@intellibox/contract/text/t";
import { ArrowUp, Plus, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { isPopupOpen } from "#lib/popups.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { TurnView } from "./answer-view.tsx";
import { ScopeFields, scopeOf, wholeScope } from "./scope-fields.tsx";
import { clearMarks, showSentence } from "./show-sentence.ts";
import { useConversation } from "./use-conversation.ts";
import { usePanelPlace } from "./use-panel-place.ts";

type QuestionsPanelProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Opens a reply to a message, with what it should say. */
  onReply: (messageId: string, intent: string) => Promise<void>;
};

/** Asks the user's mail, at the right of the page or on all of a phone. It stays mounted, so that closing it keeps the answers. */
export function QuestionsPanel({ isOpen, onClose, onReply }: QuestionsPanelProps) {
  const conversation = useConversation();
  const [scope, setScope] = useState(wholeScope);
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const navigate = useNavigate();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isNarrow = usePanelPlace(isOpen, field);
  const { turns, isAsking } = conversation;
  const last = turns.at(-1);

  const close = () => {
    clearMarks();
    onClose();
  };
  const leave = () => isNarrow && close();
  // The question stays visible above a long answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when the conversation grows
  useEffect(() => {
    list.current?.querySelector(":scope > ol > li:last-child")?.scrollIntoView({ block: "start" });
  }, [turns.length, last?.answer]);

  if (!isOpen) return null;
  const ask = (question: string) => {
    if (question.trim() === "" || isAsking) return;
    setTyped("");
    setNews("");
    conversation.ask(question.trim(), scopeOf(scope));
    field.current?.focus();
  };
  const open = async (mail: FoundMail, sentence: string) => {
    void navigate(`/inbox?${new URLSearchParams({ message: mail.messageId })}`);
    leave();
    if (!sentence) return;
    const isFound = await showSentence(mail.messageId, sentence);
    setNews(
      isFound
        ? t("The mail is open, and the sentence is highlighted.")
        : t("The mail is open. The sentence could not be highlighted."),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(typed);
  };
  const pressInField = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask(typed);
  };
  const pressInPanel = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || isPopupOpen()) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return createPortal(
    <aside
      aria-label={t("Ask your mail")}
      onKeyDown={pressInPanel}
      className="fixed inset-y-0 end-0 z-40 flex w-full flex-col bg-surface shadow-popup md:top-13 md:me-2 md:mb-2 md:w-[400px] md:rounded-panel md:border md:border-line md:shadow-panel"
    >
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line ps-4 pe-2">
        <AiIcon className="size-4 shrink-0 text-ai" />
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold text-text">{t("Ask your mail")}</h2>
        {turns.length > 0 && (
          <IconButton
            label={t("New question")}
            icon={<Plus className="size-4" aria-hidden="true" />}
            onClick={() => {
              conversation.restart();
              clearMarks();
              field.current?.focus();
            }}
          />
        )}
        <IconButton label={t("Close")} icon={<X className="size-4" aria-hidden="true" />} onClick={close} />
      </header>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4">
        {turns.length === 0 ? (
          <Examples onAsk={ask} />
        ) : (
          <ol aria-label={t("Questions and answers")} className="flex flex-col gap-6">
            {turns.map((turn) => (
              <TurnView
                key={turn.id}
                turn={turn}
                isLast={turn === last}
                onOpen={(mail, sentence) => void open(mail, sentence)}
                onReply={onReply}
                onLeave={leave}
                onStop={conversation.stop}
                onRetry={() => conversation.retry(scopeOf(scope))}
              />
            ))}
          </ol>
        )}
      </div>
      <p role="status" className="sr-only">
        {news || statusOf(last?.answer?.sentences.map(({ text }) => text).join(" "), isAsking, last?.steps.at(-1))}
      </p>
      <form
        onSubmit={submit}
        className="flex shrink-0 flex-col gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <ScopeFields choice={scope} onChange={setScope} />
        <div className="flex items-end gap-2">
          <textarea
            ref={field}
            rows={2}
            dir="auto"
            aria-label={t("Your question")}
            placeholder={turns.length > 0 ? t("Ask a follow-up question") : t("Ask a question about your mail")}
            maxLength={maxQuestionCharacters}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={pressInField}
            className={`block max-h-40 resize-none py-2 ${inputClass}`}
          />
          <IconButton
            type="submit"
            label={t("Ask")}
            variant="ai"
            disabled={typed.trim() === "" || isAsking}
            icon={<ArrowUp className="size-4" aria-hidden="true" />}
          />
        </div>
      </form>
    </aside>,
    document.body,
  );
}

function statusOf(answer: string | undefined, isAsking: boolean, step: string | undefined) {
  if (isAsking) return step ?? t("Searching your mail");
  return answer ?? "";
}

const examples = [
  t("Which invoices are open?"),
  t("What do I owe whom this week?"),
  t("What am I waiting for?"),
  t("What did I promise?"),
];

function Examples({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-2">
        {t("Ask who, when, where, how much or which. The answer quotes your own mail, and each citation opens it.")}
      </p>
      <ul aria-label={t("Examples")} className="flex flex-col items-start gap-2">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onAsk(example)}
              className="min-h-9 rounded-control border border-line-strong px-3 py-1.5 text-start text-sm text-text hover:bg-hover pointer-coarse:min-h-11"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
