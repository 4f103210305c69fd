import type { OutgoingMail } from "@intellibox/contract/endpoints/own-mail";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { currentSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";
import { toast } from "#lib/toast.ts";
import { outboxSummaryQuery, sendOutgoing, useLiveOwnMail } from "#api/own-mail.ts";
import { ToastButton } from "#components/ui/toast-button.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";

/** The failures that this browser has told already, so that each is told once, also after a reload. */
const toldEntry = jsonEntry<{ owner: string; ids: string[] }>("intellibox.outbox.told", (found) => {
  const { owner, ids } = (found ?? {}) as Record<string, unknown>;
  return owner === currentSession()?.user._id && Array.isArray(ids)
    ? { owner: String(owner), ids: ids.map(String) }
    : null;
});

/** Mail that failed, whenever and wherever it did, is told to its sender; the menu shows how much there is. */
export function useOutboxNews() {
  useLiveOwnMail();
  const navigate = useNavigate();
  const { data } = useQuery(outboxSummaryQuery);
  useEffect(() => {
    if (!data) return;
    const told = new Set(toldEntry.read()?.ids ?? []);
    const news = data.failures.filter(({ id }) => !told.has(id));
    // What has left the list and fails again is news again.
    toldEntry.write({ owner: currentSession()?.user._id ?? "", ids: data.failures.map(({ id }) => id) });
    const [first] = news;
    if (news.length === 1 && first) tellFailure(first);
    else if (news.length > 1) tellFailures(news.length, () => void navigate("/outbox"));
  }, [data, navigate]);
}

function tellFailure(mail: OutgoingMail) {
  const { id, detail, state } = mail;
  const retry = async () => {
    announceMail(mail, { state: "sending" });
    announceMail(mail, await sendOutgoing(id), { retry });
  };
  const isKnown = state === "unconfirmed";
  announceMail(mail, { state: isKnown ? "unconfirmed" : "failed", detail: detail ?? "Failed to send" }, { retry });
}

function tellFailures(count: number, onOpen: () => void) {
  const id = "outbox failures";
  const open = () => {
    toast.dismiss(id);
    onOpen();
  };
  toast.error(
    <span className="flex items-start gap-2">
      <span className="min-w-0 flex-1">{count} mails were not sent.</span>
      <ToastButton onPress={open}>Open Outbox</ToastButton>
    </span>,
    { id, duration: 20_000 },
  );
}
