import { Send } from "lucide-react";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { AiIcon } from "../ui/ai-icon.tsx";

type WritingCommands = {
  /** The screen's heading in the command palette. */
  group: string;
  send: () => void;
  generate: () => void;
  isGenerating: boolean;
  /** Further commands of the assistant, without a key of their own. */
  assistant: readonly { label: string; run: () => void }[];
};

/** Registers the commands of a writing screen. Ctrl+Enter generates if the focus is in the brief, and sends otherwise. */
export function useWritingCommands({ group, send, generate, isGenerating, assistant }: WritingCommands) {
  const sendOrGenerate = () => {
    if (isPopupOpen()) return;
    if (!document.activeElement?.closest("[data-brief]")) send();
    else if (!isGenerating) generate();
  };
  useShortcuts([
    {
      label: "Send, or generate from within the brief",
      group,
      keys: "mod+enter",
      icon: <Send className="size-4" />,
      run: sendOrGenerate,
    },
    ...assistant.map(({ label, run }) => ({ label, group, icon: <AiIcon />, run })),
  ]);
}

/** In an open dialog or menu the keys belong to that popup: Ctrl+Enter in the link dialog must not send the mail. */
const isPopupOpen = () =>
  Boolean(document.querySelector(":is([role=dialog], [role=alertdialog])[data-open], [data-popup-open]"));
