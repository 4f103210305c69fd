import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isServerReached } from "#lib/http/reach.ts";
import { outcomeOf } from "#lib/mail/mail-outcome.ts";
import { startKeeping } from "#lib/offline/kept-answers.ts";
import { waitingCount } from "#lib/offline/waiting-count.ts";
import { toast } from "#lib/toast.ts";
import { followMail } from "#api/follow-mail.ts";
import { type QueueNews, sendWaiting, watchQueue } from "#api/waiting-changes.ts";
import { announceMail } from "#components/writing/mail-toast.tsx";
import { changeWords } from "./change-words.ts";
import { watchReach } from "./watch-reach.ts";

/** The server may be away although the device has a network. */
const retryEveryMs = 15_000;
const longMs = 20_000;

/** Keeps what is shown on this device, and sends the changes that wait as soon as the server can be reached. */
export function useOffline() {
  const cache = useQueryClient();
  useEffect(() => startKeeping(cache), [cache]);
  useEffect(() => {
    const send = () => void (waitingCount() > 0 && sendWaiting().catch(() => undefined));
    const unwatch = [
      watchQueue((news) => showNews(cache, news)),
      watchReach(() => {
        if (!isServerReached()) return;
        send();
        void cache.invalidateQueries();
      }),
    ];
    send();
    const timer = setInterval(send, retryEveryMs);
    addEventListener("online", send);
    return () => {
      clearInterval(timer);
      removeEventListener("online", send);
      for (const end of unwatch) end();
    };
  }, [cache]);
}

function showNews(cache: QueryClient, news: QueueNews) {
  if (news.kind === "refused") {
    const { change, reason } = news;
    toast.error(t("{change}: {reason}", { change: changeWords(change), reason }), { duration: longMs });
  }
  if (news.kind === "sent") {
    const { mail, answer } = news;
    const named = { messageId: answer.messageId, to: parseRecipients(mail.to).addresses, subject: mail.subject };
    const first = outcomeOf(answer);
    announceMail(named, first);
    followMail(answer.messageId, first, (outcome) => announceMail(named, outcome));
  }
  // Messages of a refused change are shown again as the server has them.
  if (news.kind === "emptied") void cache.invalidateQueries();
}
