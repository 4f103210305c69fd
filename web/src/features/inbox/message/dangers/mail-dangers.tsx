import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { Danger } from "@intellibox/contract/endpoints/mail-dangers";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { MailQuestion } from "lucide-react";
import { useReducer, useState } from "react";
import { writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { hasUnsentDraft } from "#lib/drafts/unsent-draft.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { mailDangersQuery } from "#api/mail-dangers.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { wordsOf } from "./danger-words.ts";
import { dismissDangers, isDismissed } from "./dismissed-dangers.ts";
import { verifyDraft } from "./verify-draft.ts";

/** Says in plain words what is doubtful about a mail, and offers to ask its alleged sender at the known address. */
export function MailDangers({ message }: { message: MailMessage }) {
  const { data } = useQuery(mailDangersQuery(message.id));
  const [, showAgain] = useReducer((count: number) => count + 1, 0);
  if (!data || data.dangers.length === 0 || isDismissed(message.id)) return null;
  const dismiss = () => {
    dismissDangers(message.id);
    showAgain();
  };
  const isGrave = data.dangers.some((danger) => danger.isGrave);
  return (
    <Alert kind={isGrave ? "bad" : "warn"} onDismiss={dismiss}>
      <p className="font-medium">{isGrave ? t("Be careful with this mail.") : t("Do you know the sender?")}</p>
      <DangerList dangers={data.dangers} />
      {isGrave && <Advice message={message} verifyWith={data.verifyWith} />}
    </Alert>
  );
}

const DangerList = ({ dangers }: { dangers: Danger[] }) => (
  <ul className="mt-1 list-disc ps-4 [overflow-wrap:anywhere]">
    {dangers.map((danger) => (
      <li key={`${danger.kind} ${danger.words}`}>{wordsOf(danger)}</li>
    ))}
  </ul>
);

type AdviceProps = { message: MailMessage; verifyWith: { name: string; address: string } | null };

function Advice({ message, verifyWith }: AdviceProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const navigate = useNavigate();
  if (!verifyWith)
    return (
      <p className="mt-2">
        {t("Pay nothing, open nothing and send no data before you have asked the sender in a way that you know.")}
      </p>
    );
  const verify = () => {
    writeComposeDraft(verifyDraft(message, verifyWith));
    void navigate("/compose");
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        size="sm"
        icon={<MailQuestion className="size-3.5" aria-hidden="true" />}
        onClick={() => (hasUnsentDraft() ? setIsReplacing(true) : verify())}
      >
        {t("Verify")}
      </Button>
      <p className="min-w-0 flex-1 basis-56">
        {t("Writes a question to {address}, the address that you know. Do not answer this mail.", {
          address: verifyWith.address,
        })}
      </p>
      {isReplacing && (
        <Confirm
          title={t("Replace the email in Compose?")}
          action={t("Replace")}
          onConfirm={verify}
          onCancel={() => setIsReplacing(false)}
        >
          {t("Compose has an unsent email. The question will replace it.")}
        </Confirm>
      )}
    </div>
  );
}
