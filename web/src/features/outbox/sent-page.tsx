import type { SentMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide-react";
import { dateTime, grouped } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { engagementInWords } from "#lib/mail/engagement.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { type OwnMailQuery, sentQuery } from "#api/own-mail.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Beneath, MailDetail, mailColumns, OwnMailPage, subjectOf } from "./own-mail-page.tsx";

const columns: Column<SentMail>[] = [
  ...mailColumns<SentMail>(
    (mail) => (
      <>
        <Beneath state={<Status {...mail} />}>{dateTime(mail.sentAt)}</Beneath>
        <span className="mt-1 block truncate">{engagementInWords(mail)}</span>
      </>
    ),
    { hasActions: false },
  ),
  { key: "sentAt", label: t("Sent"), sortable: false, hideOnPhone: true, cell: ({ sentAt }) => dateTime(sentAt) },
  { key: "status", label: t("Status"), sortable: false, hideOnPhone: true, cell: Status },
  {
    key: "opens",
    label: t("Opens"),
    sortable: false,
    hideOnPhone: true,
    align: "end",
    cell: ({ tracked, opens }) => countOf(tracked, opens),
  },
  {
    key: "clicks",
    label: t("Clicks"),
    sortable: false,
    hideOnPhone: true,
    align: "end",
    cell: ({ tracked, clicks }) => countOf(tracked, clicks),
  },
];

/** The user's sent mail, with opens and clicks if it was tracked. */
export function SentPage() {
  const view = useTableView({ limit: 20, filters: ["q"] });
  return (
    <OwnMailPage
      label={t("Sent")}
      heading={t("Sent mail")}
      description={t("Mail you sent. Opens and clicks are counted if you chose to track them.")}
      columns={columns}
      view={view}
      query={useQuery(sentQuery(queryOf<OwnMailQuery>(view)))}
      detail={(mail) => <SentDetail mail={mail} />}
      emptyWords={t("You have not sent any mail yet.")}
    />
  );
}

const isPartial = ({ note }: Pick<SentMail, "note">) => note?.startsWith("Not delivered") ?? false;

function Status(mail: Pick<SentMail, "note">) {
  return <Badge tone={isPartial(mail) ? "warn" : "ok"}>{isPartial(mail) ? t("Partly sent") : t("Sent")}</Badge>;
}

/** The count, or a dash for untracked mail, whose count is unknown. */
const countOf = (tracked: boolean, count: number) =>
  tracked ? (
    grouped(count)
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("Not tracked")}</span>
    </>
  );

function SentDetail({ mail }: { mail: SentMail }) {
  const navigate = useNavigate();
  return (
    <MailDetail
      lines={[
        [t("Subject"), subjectOf(mail)],
        [t("To"), mail.to.join(", ")],
        [t("Sent"), dateTime(mail.sentAt)],
        [t("Opens and clicks"), engagementInWords(mail)],
        [t("Message id"), mail.messageId],
      ]}
    >
      {mail.note && <Alert kind={isPartial(mail) ? "warn" : "info"}>{mail.note}</Alert>}
      {mail.copyId && (
        <Button
          size="sm"
          className="self-start"
          icon={<LayoutTemplate className="size-4" aria-hidden="true" />}
          onClick={() => void navigate(`/templates?message=${mail.copyId}`)}
        >
          {t("Save as template…")}
        </Button>
      )}
    </MailDetail>
  );
}
