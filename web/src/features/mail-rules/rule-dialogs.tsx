import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import type { RuleList } from "#api/mail-rules.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ReadyMadeDialog } from "./ready-made-dialog.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { TryDialog } from "./try-dialog.tsx";
import type { OpenedRule } from "./use-rule-form.ts";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

export type OpenedDialog =
  | { kind: "form"; opened: OpenedRule }
  | { kind: "try" | "run"; rule: MailRule }
  | { kind: "ready-made" | "import" | "settings" | "webhook-secret" };

type RuleDialogsProps = {
  dialog: OpenedDialog;
  list: RuleList;
  onOpen: (dialog: OpenedDialog) => void;
  onClose: () => void;
};

/** The dialogs of the tab. Their code is loaded when the first one opens. */
export function RuleDialogs({ dialog, list, onOpen, onClose }: RuleDialogsProps) {
  switch (dialog.kind) {
    case "form":
      return <RuleForm opened={dialog.opened} settings={list.settings} onClose={onClose} />;
    case "try":
      return <TryDialog rule={dialog.rule} onClose={onClose} />;
    case "run":
      return <RunDialog rule={dialog.rule} onClose={onClose} />;
    case "ready-made":
      return (
        <ReadyMadeDialog
          onChoose={(start) => onOpen({ kind: "form", opened: { kind: "new", start, notes: [], isShared: false } })}
          onClose={onClose}
        />
      );
    case "import":
      return <ImportDialog onClose={onClose} />;
    case "settings":
      return <SettingsDialog settings={list.settings} onClose={onClose} />;
    case "webhook-secret":
      return <WebhookSecretDialog onClose={onClose} />;
  }
}
