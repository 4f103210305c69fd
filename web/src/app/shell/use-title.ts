import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { foldersQuery } from "#api/mail-folders.ts";

/** How many messages in the inbox are unread. */
export function useUnread() {
  const { mailClosed } = useSignedIn().user;
  return useQuery({ ...foldersQuery, enabled: !mailClosed }).data?.unified.inbox.unread ?? 0;
}

/** Shows the page's title and the unread mail in the browser's tab, and the number on the installed app. */
export function useTitle(title: string) {
  const count = useUnread();
  useEffect(() => {
    const words = t("{title} · Intellibox", { title });
    document.title = count > 0 ? `(${count}) ${words}` : words;
  }, [title, count]);
  useEffect(() => {
    // Browsers refuse it if the app is not installed, and some do not have it.
    navigator.setAppBadge?.(count).catch(() => undefined);
    return () => void navigator.clearAppBadge?.().catch(() => undefined);
  }, [count]);
}
