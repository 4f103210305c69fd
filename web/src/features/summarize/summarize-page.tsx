import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { PastePanel } from "./paste-panel.tsx";
import { ResultPane } from "./result-pane.tsx";
import { type Pane, SummarizeFrame } from "./summarize-frame.tsx";
import { useArrival } from "./use-arrival.ts";
import { useMaterial } from "./use-material.ts";
import { useSummarizing } from "./use-summarizing.ts";

const nothingToRead = "Please paste the email to summarize";

/** Summarize Email: mail and files on the left, what matters in them on the right. */
export function SummarizePage() {
  const screen = useScreen();
  const { material, summarizing, opened, box } = screen;
  const { text, setText, files, detected } = material;
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
            {...{ box, text, files, detected, missing: screen.isMissing && material.isEmpty ? nothingToRead : null }}
            isWriting={summarizing.isWriting}
            onText={setText}
            onSummarize={screen.summarize}
            onStop={summarizing.stop}
            onClear={screen.clear}
            onHistory={() => screen.setIsHistoryOpen(true)}
          />
        }
        result={
          <ResultPane soFar={summarizing.soFar} onStop={summarizing.stop} run={summarizing.run} openedId={opened.id} />
        }
      />
      {screen.isHistoryOpen && (
        <HistoryDialog
          onClose={() => screen.setIsHistoryOpen(false)}
          onOpen={screen.openKept}
          onDeleted={screen.forget}
        />
      )}
    </>
  );
}

function useScreen() {
  const arrival = useArrival();
  const opened = useOpened();
  const [pane, setPane] = useState<Pane>(arrival.run || opened.id ? "result" : "email");
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const material = useMaterial(arrival.text);
  const summarizing = useSummarizing(arrival.run, opened.open);
  const box = useRef<HTMLTextAreaElement>(null);
  useTakenIn(arrival, material, summarizing);

  const refuse = () => {
    setIsMissing(true);
    toast.error(nothingToRead, screenToast);
    setPane("email");
    box.current?.focus();
  };
  const summarize = () => {
    if (summarizing.isWriting || material.files.isReading) return;
    if (material.isEmpty) return refuse();
    setIsMissing(false);
    opened.close();
    setPane("result");
    void summarizing.summarize(material.material);
  };
  const clear = () => {
    material.clear();
    setIsMissing(false);
    summarizing.clear();
    opened.close();
    box.current?.focus();
  };
  const openKept = (id: string) => {
    setIsHistoryOpen(false);
    setPane("result");
    opened.open(id);
  };
  const forget = (id: string) => {
    if (id === summarizing.run?.keptId) summarizing.clear();
    if (id === opened.id) opened.close();
  };
  useShortcuts([
    { label: "Summarize", group: "Summarize", keys: "mod+enter", icon: <AiIcon />, run: summarize },
    { label: "Earlier summaries", group: "Summarize", run: () => setIsHistoryOpen(true) },
  ]);
  return {
    ...{ pane, setPane, isHistoryOpen, setIsHistoryOpen, isMissing, opened, material, summarizing, box },
    ...{ summarize, clear, openKept, forget },
  };
}

/** Reads the files and keeps the plan that came along, once. */
function useTakenIn(
  { files, run }: ReturnType<typeof useArrival>,
  material: ReturnType<typeof useMaterial>,
  summarizing: ReturnType<typeof useSummarizing>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    // Not at once: in development effects run twice, and what came along must not.
    const timer = setTimeout(() => {
      if (files.length > 0) material.files.add(files);
      if (run) void summarizing.keepResult(run.number, run.result);
    });
    return () => clearTimeout(timer);
  }, []);
}

/** The kept summary that the address names. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  return {
    id: id && /^[0-9a-f-]{36}$/i.test(id) ? id : null,
    open: (chosen: string) => setSearch({ id: chosen }, { replace: true }),
    close: () => search.has("id") && setSearch({}, { replace: true }),
  };
}
