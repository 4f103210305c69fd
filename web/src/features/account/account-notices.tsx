import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#lib/router/link.tsx";
import { noticesQuery, useDismissNotice } from "#api/account.ts";
import { Alert } from "#components/ui/alert.tsx";
import { noticeInWords } from "./notice-words.ts";

/** Notices above every page about what others did to the user's account, until they are dismissed. */
export function AccountNotices() {
  const { data } = useQuery(noticesQuery);
  const dismiss = useDismissNotice();
  if (!data?.items.length) return null;
  return (
    <section aria-label={t("About your account")} className="flex flex-col gap-2 px-4 pt-3 md:px-6">
      {data.items.map((notice) => (
        <Alert
          key={notice.id}
          kind={notice.kind === "first-password" || notice.kind === "link-sent" ? "info" : "warn"}
          action={
            notice.kind === "proposal-waiting" && (
              <Link to="/profile?tab=programs" className="text-sm text-accent-text hover:underline">
                {t("Look at it")}
              </Link>
            )
          }
          onDismiss={() => dismiss.mutate(notice.id)}
        >
          {noticeInWords(notice)}
        </Alert>
      ))}
    </section>
  );
}
