import type { OutgoingMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "#lib/router/router.tsx";
import { currentSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";
import { toast } from "#lib/toast.ts";
import { outboxSummaryQuery, sendOutgoing, useLiveOwnMail } from "#api/own-mail.ts";
import { ToastButton } from "#components/ui/toast-button.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";

/** The failures that this browser has shown already. Each is shown once, also after a reload. */
const shownEntry = jsonEntry<{ owner: string; ids: string[] }>("intellibox.outbox.told", (found) => {
  const { owner, ids } = (found ?? {}) as Record<string, unknown>;
  return owner === currentSession()?.user._id && Array.isArray(ids)
    ? { owner: String(owner), ids: ids.map(String) }
    : null;
});

/** Shows a toast for mail that failed, also if it failed while the app was closed. */
export function useOutboxNews() {
  useLiveOwnMail();
  const navigate = useNavigate();
  const { data } = useQuery(outboxSummaryQuery);
  useEffect(() => {
    if (!data) return;
    const shown = new Set(shownEntry.read()?.ids ?? []);
    const news = data.failures.filter(({ id }) => !shown.has(id));
    // Only current failures are stored, so that a mail that is retried and fails again is shown again.
    shownEntry.write({ owner: currentSession()?.user._id ?? "", ids: data.failures.map(({ id }) => id) });
    const [first] = news;
    if (news.length === 1 && first) showFailure(first);
    else if (news.length > 1) showFailures(news, () => void navigate("/outbox"));
  }, [data, navigate]);
}

function showFailure(mail: OutgoingMail) {
  const { id, detail, state } = mail;
  const retry = async () => {
    announceMail(mail, { state: "sending" });
    announceMail(mail, await sendOutgoing(id), { retry });
  };
  const isUnconfirmed = state === "unconfirmed";
  announceMail(
    mail,
    { state: isUnconfirmed ? "unconfirmed" : "failed", detail: detail ?? t("Failed to send") },
    { retry },
  );
}

/** An unconfirmed mail may have been delivered: it must not be called unsent. */
function failedWords(mails: OutgoingMail[]) {
  const unconfirmed = mails.filter(({ state }) => state === "unconfirmed").length;
  const count = mails.length;
  if (unconfirmed === 0) return t("{count} mails were not sent.", { count });
  return unconfirmed === count
    ? t("{count} mails are unconfirmed.", { count })
    : t("{count} mails were not sent or are unconfirmed.", { count });
}

function showFailures(mails: OutgoingMail[], onOpen: () => void) {
  const id = "outbox failures";
  const open = () => {
    toast.dismiss(id);
    onOpen();
  };
  toast.error(
    <span className="flex items-start gap-2">
      <span className="min-w-0 flex-1">{failedWords(mails)}</span>
      <ToastButton onPress={open}>{t("Open Outbox")}</ToastButton>
    </span>,
    { id, duration: 20_000 },
  );
}
