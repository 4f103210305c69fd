import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { ChoiceChips } from "../ui/segmented.tsx";

const toneNames: Record<Tone, string> = {
  professional: t("Professional"),
  friendly: t("Friendly"),
  concise: t("Concise"),
  enthusiastic: t("Enthusiastic"),
  empathetic: t("Empathetic"),
};
export const toneName = (tone: Tone) => toneNames[tone];
const choices = tones.map((value) => ({ value, label: toneName(value) }));

export function ToneSelect({ value, onChange }: { value: Tone; onChange: (tone: Tone) => void }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium text-text" aria-hidden="true">
        {t("Tone")}
      </p>
      <ChoiceChips label={t("Tone")} choices={choices} value={value} onChange={onChange} />
    </div>
  );
}
