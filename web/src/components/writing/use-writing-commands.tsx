import { t } from "@intellibox/contract/text/t";
import { Send } from "lucide-react";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { isPopupOpen } from "#lib/popups.ts";
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
    // Ctrl+Enter in the link dialog or in Send later must not send the mail.
    if (isPopupOpen()) return;
    if (!document.activeElement?.closest("[data-brief]")) send();
    else if (!isGenerating) generate();
  };
  useShortcuts([
    {
      label: t("Send, or generate from within the brief"),
      group,
      keys: "mod+enter",
      icon: <Send className="size-4" />,
      run: sendOrGenerate,
    },
    ...assistant.map(({ label, run }) => ({ label, group, icon: <AiIcon />, run })),
  ]);
}
