import { t } from "@intellibox/contract/text/t";
import { type ReactNode, useId, useState } from "react";
import { chosenLanguage, languageChoices, rememberLanguage } from "#lib/target-language.ts";
import { useTranslation } from "#api/translation.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { StopWriting } from "#components/writing/ai-bar.tsx";
import { AnswerWarnings } from "#components/writing/answer-warnings.tsx";
import { Engine, GetModel } from "#components/writing/engine.tsx";
import { PlainText } from "./plain-text.tsx";

type TranslationProps = {
  messageId: string;
  /** The original body. */
  children: ReactNode;
};

/** The translation of a message in place of its body. It is plain text: a model's answer is never shown as HTML. */
export function Translation({ messageId, children }: TranslationProps) {
  const id = useId();
  const [language, setLanguage] = useState(chosenLanguage);
  const [showsOriginal, setShowsOriginal] = useState(false);
  const { progress, answer, stop, tryAgain } = useTranslation(messageId, language);
  const isWriting = progress.state === "writing";
  const text = answer?.text ?? ("text" in progress ? progress.text : "");
  const isOriginal = showsOriginal || progress.state === "failed";
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-ai-bg px-3 py-2 text-sm text-text-2">
        <AiIcon className="size-4 shrink-0 text-ai" />
        <label htmlFor={id}>{t("Translate to")}</label>
        <NativeSelect
          id={id}
          options={languageChoices()}
          value={language}
          onChange={(chosen) => {
            rememberLanguage(chosen);
            setLanguage(chosen);
            setShowsOriginal(false);
          }}
          className="w-40"
        />
        <span role="status">{isWriting ? `${t("Translating")}…` : ""}</span>
        {isWriting && <StopWriting onStop={stop} />}
        {answer && <Engine written={answer} className="me-auto" />}
        {text && !isWriting && (
          <Button size="sm" className="ms-auto" onClick={() => setShowsOriginal(!showsOriginal)}>
            {showsOriginal ? t("Show translation") : t("Show original")}
          </Button>
        )}
        {progress.state === "stopped" && !answer && (
          <Button size="sm" onClick={tryAgain}>
            {t("Try again")}
          </Button>
        )}
      </div>
      {progress.state === "failed" && (
        <Alert
          kind={progress.needsModel ? "info" : "bad"}
          className="mb-4"
          action={
            !progress.needsModel && (
              <Button variant="danger-ghost" size="sm" className="-my-1" onClick={tryAgain}>
                {t("Try again")}
              </Button>
            )
          }
        >
          {progress.message} {progress.needsModel && <GetModel />}
        </Alert>
      )}
      {isOriginal ? (
        children
      ) : (
        <section aria-label={t("Translation")} lang={language} aria-busy={isWriting}>
          {text ? <PlainText text={text} /> : isWriting ? <Skeleton className="h-24" /> : children}
          {answer?.isPartial && (
            <p className="mt-4 text-sm text-text-3">{t("Only the beginning of this long message was translated.")}</p>
          )}
          {answer && answer.warnings.length > 0 && (
            <div className="mt-4 empty:hidden">
              <AnswerWarnings warnings={answer.warnings} />
            </div>
          )}
        </section>
      )}
    </>
  );
}
