import { t } from "@intellibox/contract/text/t";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { useSearchParams } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { PastePanel } from "./paste-panel.tsx";
import { ResultPane } from "./result-pane.tsx";
import { type Pane, SummarizeFrame } from "./summarize-frame.tsx";
import { useNavigationInput } from "./use-navigation-input.ts";
import { useSummarizing } from "./use-summarizing.ts";
import { useSummaryInput } from "./use-summary-input.ts";

const nothingToRead = t("Please paste the email to summarize");

/** Summarize Email: the mail and files on the left, the summary on the right. */
export function SummarizePage() {
  const screen = useScreen();
  const { summaryInput, summarizing, opened, box } = screen;
  const { text, setText, files, detected } = summaryInput;
  return (
    <>
      <SummarizeFrame
        pane={screen.pane}
        onPane={screen.setPane}
        problem={summarizing.problem}
        onDismissProblem={summarizing.dismissProblem}
        onTryAgain={screen.summarize}
        onFiles={files.add}
        email={
          <PastePanel
            {...{
              box,
              text,
              files,
              detected,
              missing: screen.isMissing && summaryInput.isEmpty ? nothingToRead : null,
            }}
            isWriting={summarizing.isWriting}
            onText={setText}
            onSummarize={screen.summarize}
            onStop={summarizing.stop}
            onClear={screen.clear}
            onHistory={() => screen.setIsHistoryOpen(true)}
          />
        }
        result={
          <ResultPane
            soFar={summarizing.soFar}
            progress={summarizing.progress}
            onStop={summarizing.stop}
            run={summarizing.run}
            openedId={opened.id}
          />
        }
      />
      {screen.isHistoryOpen && (
        <HistoryDialog
          onClose={() => screen.setIsHistoryOpen(false)}
          onOpen={screen.openSaved}
          onDeleted={screen.removeDeleted}
        />
      )}
    </>
  );
}

function useScreen() {
  const navigationInput = useNavigationInput();
  const opened = useOpened();
  const [pane, setPane] = useState<Pane>(navigationInput.run || opened.id ? "result" : "email");
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const summaryInput = useSummaryInput(navigationInput.text);
  const summarizing = useSummarizing(navigationInput.run, opened.open);
  const box = useRef<HTMLTextAreaElement>(null);
  useNavigationInputOnce(navigationInput, summaryInput, summarizing);

  const refuse = () => {
    setIsMissing(true);
    toast.error(nothingToRead, screenToast);
    setPane("email");
    box.current?.focus();
  };
  const summarize = () => {
    if (summarizing.isWriting || summaryInput.files.isReading) return;
    if (summaryInput.isEmpty) return refuse();
    setIsMissing(false);
    opened.close();
    setPane("result");
    void summarizing.summarize(summaryInput.input);
  };
  const clear = () => {
    summaryInput.clear();
    setIsMissing(false);
    summarizing.clear();
    opened.close();
    box.current?.focus();
  };
  const openSaved = (id: string) => {
    setIsHistoryOpen(false);
    setPane("result");
    opened.open(id);
  };
  const removeDeleted = (id: string) => {
    if (id === summarizing.run?.keptId) summarizing.clear();
    if (id === opened.id) opened.close();
  };
  useShortcuts([
    { label: t("Summarize"), group: t("Summarize"), keys: "mod+enter", icon: <AiIcon />, run: summarize },
    { label: t("Earlier summaries"), group: t("Summarize"), run: () => setIsHistoryOpen(true) },
  ]);
  return {
    ...{ pane, setPane, isHistoryOpen, setIsHistoryOpen, isMissing, opened, summaryInput, summarizing, box },
    ...{ summarize, clear, openSaved, removeDeleted },
  };
}

/** Reads the files and saves the plan that another screen passed, once. */
function useNavigationInputOnce(
  { files, run }: ReturnType<typeof useNavigationInput>,
  summaryInput: ReturnType<typeof useSummaryInput>,
  summarizing: ReturnType<typeof useSummarizing>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after the navigation
  useEffect(() => {
    // The timer is cleared by the cleanup, since StrictMode runs effects twice.
    const timer = setTimeout(() => {
      if (files.length > 0) summaryInput.files.add(files);
      if (run) void summarizing.keepResult(run.number, run.result);
    });
    return () => clearTimeout(timer);
  }, []);
}

/** The saved summary whose id is in the URL. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  return {
    id: id && /^[0-9a-f-]{36}$/i.test(id) ? id : null,
    open: (chosen: string) => setSearch({ id: chosen }, { replace: true }),
    close: () => search.has("id") && setSearch({}, { replace: true }),
  };
}
