import { may } from "@intellibox/contract/rules/access";
import type { RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { Download, Ellipsis, KeyRound, Settings2, Sparkles, Upload } from "lucide-react";
import { useSignedIn } from "#lib/session/session.ts";
import { toast } from "#lib/toast.ts";
import { useDownloadRules } from "#api/mail-rules.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { OpenedDialog } from "./rule-dialogs.tsx";

type RulesMenuProps = { hasRules: boolean; onOpen: (dialog: OpenedDialog) => void };

/** The less frequent actions of the tab. */
export function RulesMenu({ hasRules, onOpen }: RulesMenuProps) {
  const isAdmin = may(useSignedIn().user.roleCode, "admin");
  const download = useDownloadRules();
  const save = (format: RuleFileFormat) => () =>
    download.mutate(format, {
      onSuccess: (problems) => {
        if (problems.length > 0)
          toast(
            t("{count, plural, one {# part is not in the file} other {# parts are not in the file}}: {problems}", {
              count: problems.length,
              problems: problems.slice(0, 3).join(" "),
            }),
            { duration: 10_000 },
          );
      },
    });
  const refusal = hasRules ? undefined : t("There are no rules yet.");
  return (
    <Menu
      label={t("More for rules")}
      trigger={<Button icon={<Ellipsis className="size-4" aria-hidden="true" />}>{t("More")}</Button>}
      groups={[
        [
          { label: t("Ready-made rules…"), Icon: Sparkles, run: () => onOpen({ kind: "ready-made" }) },
          { label: t("Import from a file…"), Icon: Upload, run: () => onOpen({ kind: "import" }) },
        ],
        [
          { label: t("Download as JSON"), Icon: Download, refusal, run: save("json") },
          { label: t("Download for Gmail"), Icon: Download, refusal, run: save("gmail") },
          { label: t("Download as Sieve"), Icon: Download, refusal, run: save("sieve") },
        ],
        [
          { label: t("Secret of the webhooks…"), Icon: KeyRound, run: () => onOpen({ kind: "webhook-secret" }) },
          ...(isAdmin
            ? [{ label: t("What rules may do…"), Icon: Settings2, run: () => onOpen({ kind: "settings" as const }) }]
            : []),
        ],
      ]}
    />
  );
}
