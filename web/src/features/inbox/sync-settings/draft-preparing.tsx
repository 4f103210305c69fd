import { type SenderKind, senderKinds } from "@intellibox/contract/rules/prepared-drafts";
import { t } from "@intellibox/contract/text/t";
import { Checkbox, Switch } from "#components/ui/checkbox.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

const kindNames: Record<SenderKind, string> = {
  colleagues: t("Colleagues"),
  contacts: t("People I know or have written to"),
  others: t("Everybody else"),
};

/** Chosen when it is switched on. Strangers write the most mail that nobody wants to answer. */
const atFirst: SenderKind[] = ["colleagues", "contacts"];

type DraftPreparingProps = SettingProps & { preparesFor: readonly SenderKind[] };

/** Chooses whose new mail gets a prepared draft of a reply. */
export function DraftPreparing({ preparesFor, ...props }: DraftPreparingProps) {
  const { save, isBusy, pending } = useSetting(props);
  const chosen = pending.preparesFor ?? preparesFor;
  const isOn = chosen.length > 0;
  const choose = (kind: SenderKind, isChosen: boolean) =>
    save({ preparesFor: senderKinds.filter((one) => (one === kind ? isChosen : chosen.includes(one))) });
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t("Prepare drafts of replies")}
        hint={t(
          "New mail that asks you something gets a draft of a reply in its conversation. You decide whether to use it. Nothing is sent by itself.",
        )}
        checked={isOn}
        disabled={isBusy}
        onChange={({ target }) => save({ preparesFor: target.checked ? atFirst : [] })}
      />
      {isOn && (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 text-xs text-text-3">{t("For mail from")}</legend>
          {senderKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kindNames[kind]}
              checked={chosen.includes(kind)}
              disabled={isBusy}
              onChange={({ target }) => choose(kind, target.checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
