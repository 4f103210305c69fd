import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { setUsesKnowledge, usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { Checkbox } from "../ui/checkbox.tsx";

/** Leaves knowledge out of drafts when it is cleared. */
export function UseKnowledgeBox() {
  const [isOn, setIsOn] = useState(usesKnowledge);
  return (
    <Checkbox
      label={t("Use knowledge")}
      checked={isOn}
      onChange={({ target }) => {
        setIsOn(target.checked);
        setUsesKnowledge(target.checked);
      }}
    />
  );
}
