import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { composeDefaults, readComposeDraft, writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { isBlank } from "#lib/mail/html-text.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";

/** Opens Compose with the address. A mail that is being written keeps its text and gets one more recipient. */
export function useWriteMail() {
  const navigate = useNavigate();
  return (address: string) => {
    const draft = readComposeDraft();
    const isBegun = !isBlank(draft.bodyHtml);
    const { addresses } = parseRecipients(draft.to);
    const to = addresses.includes(address) ? draft.to : [...addresses, address].join(", ");
    writeComposeDraft(isBegun ? { ...draft, to } : { ...composeDefaults, to: address });
    if (isBegun) toast.success(t("Added to the mail that you are writing"), screenToast);
    void navigate("/compose");
  };
}
