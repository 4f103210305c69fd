import type { OutgoingMail, OutgoingState } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { dateTime } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { Link } from "#lib/router/link.tsx";
import { useSearchParams } from "#lib/router/router.tsx";
import { type OwnMailQuery, outboxQuery } from "#api/own-mail.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { OutgoingActions } from "./outgoing-actions.tsx";
import { Beneath, MailDetail, mailColumns, OwnMailPage, subjectOf } from "./own-mail-page.tsx";

const badges: Record<OutgoingState, { word: string; tone: BadgeTone }> = {
  scheduled: { word: t("Scheduled"), tone: "accent" },
  waiting: { word: t("Waiting"), tone: "warn" },
  sending: { word: t("Sending"), tone: "neutral" },
  failed: { word: t("Not sent"), tone: "bad" },
  unconfirmed: { word: t("Unconfirmed"), tone: "bad" },
};

const State = ({ state }: Pick<OutgoingMail, "state">) => <Badge tone={badges[state].tone}>{badges[state].word}</Badge>;

const columns: Column<OutgoingMail>[] = [
  ...mailColumns<OutgoingMail>((mail) => <Beneath state={<State {...mail} />}>{whenOf(mail)}</Beneath>, {
    hasActions: true,
  }),
  { key: "state", label: t("Status"), sortable: false, hideOnPhone: true, cell: State },
  { key: "sendAt", label: t("When"), sortable: false, hideOnPhone: true, cell: whenOf },
];

const words = {
  all: { heading: t("Outbox"), description: t("Your mail that has not been sent yet. Only you see it.") },
  scheduled: {
    heading: t("Scheduled"),
    description: t("Your mail that is sent later, the next one first. Only you see it."),
  },
};

/** The user's mail that is not sent yet: scheduled, waiting for its server, or failed. With `state=scheduled` only the former. */
export function OutboxPage() {
  const view = useTableView({ limit: 20, filters: ["q"] });
  const isScheduled = useSearchParams()[0].get("state") === "scheduled";
  const { heading, description } = words[isScheduled ? "scheduled" : "all"];
  const asked: OwnMailQuery = { ...queryOf<OwnMailQuery>(view), ...(isScheduled && { state: "scheduled" }) };
  return (
    <OwnMailPage
      label={heading}
      heading={heading}
      description={description}
      columns={columns}
      view={view}
      query={useQuery(outboxQuery(asked))}
      detail={(mail) => <OutgoingDetail mail={mail} />}
      emptyWords={isScheduled ? t("No mail is scheduled.") : t("No mail is waiting to be sent.")}
      actions={(mail) => <OutgoingActions mail={mail} look="row" />}
      emptyAction={
        <Link to="/compose" className={buttonClass()}>
          <PenLine className="size-4" aria-hidden="true" />
          {t("Write a mail")}
        </Link>
      }
    />
  );
}

function whenOf({ state, sendAt, createdAt }: Pick<OutgoingMail, "state" | "sendAt" | "createdAt">) {
  if (state === "sending") return t("Now");
  if (sendAt && state === "waiting") return t("Next try {moment}", { moment: dateTime(sendAt) });
  if (sendAt) return dateTime(sendAt);
  return dateTime(createdAt);
}

function OutgoingDetail({ mail }: { mail: OutgoingMail }) {
  const isWaiting = mail.state === "waiting";
  return (
    <div className="flex flex-col gap-4">
      <MailDetail
        lines={[
          [t("Subject"), subjectOf(mail)],
          [t("To"), mail.to.join(", ")],
          [t("Written"), dateTime(mail.createdAt)],
          [isWaiting ? t("Next try") : t("Planned for"), mail.sendAt && dateTime(mail.sendAt)],
          [isWaiting ? t("Why it waits") : t("Why it was not sent"), mail.detail],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <OutgoingActions mail={mail} look="detail" />
      </div>
    </div>
  );
}
