import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { messageOf } from "#lib/http/api-error.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { noticesQuery, useSendLink } from "#api/account.ts";
import { meQuery } from "#api/auth.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

/** Replaces every page with mail while the user's mail is closed, because another person set the password. */
export function MailClosed() {
  const { user } = useSignedIn();
  const { data } = useQuery(noticesQuery);
  const me = useQuery({ ...meQuery, staleTime: 0 });
  const send = useSendLink();
  return (
    <section aria-labelledby="mail-closed" className="mx-auto flex max-w-lg flex-col gap-4 px-6 py-16">
      <LockKeyhole className="size-8 text-text-3" aria-hidden="true" />
      <h2 id="mail-closed" className="text-xl font-semibold">
        {t("Your mail is closed")}
      </h2>
      <p className="text-base text-text-2">
        {t(
          "Somebody else set your password. So that nobody else reads your mail, it stays closed until you prove that {email} is your address.",
          { email: user.email },
        )}
      </p>
      {data?.linkByMail && (
        <p className="text-base text-text-2">
          {t(
            "We mail you a link. Open it and choose a new password: that opens your mail and signs everybody else out.",
          )}
        </p>
      )}
      {data && !data.linkByMail && (
        <p className="text-base text-text-2">
          {t(
            "No link can be mailed here. Ask the company that runs Intellibox to open your mail. You will see who did it, and why.",
          )}
        </p>
      )}
      {send.isSuccess && (
        <Alert kind="ok">{t("A link is on its way to {sentTo}.", { sentTo: send.data.sentTo })}</Alert>
      )}
      {send.error && <Alert kind="bad">{messageOf(send.error, t("The link could not be mailed"))}</Alert>}
      <div className="flex flex-wrap gap-2">
        {data?.linkByMail && (
          <Button variant="primary" busy={send.isPending} busyLabel={t("Sending…")} onClick={() => send.mutate()}>
            {t("Mail me a link")}
          </Button>
        )}
        <Button busy={me.isFetching} busyLabel={t("Checking…")} onClick={() => void me.refetch()}>
          {t("Check again")}
        </Button>
      </div>
    </section>
  );
}
