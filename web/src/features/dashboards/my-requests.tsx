import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayMonthYear } from "#lib/format.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { myRequestsQuery, requestPolicyQuery, useLiveRequests } from "#api/requests.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { requestStatusNames, requestTypeNames } from "./request-words.ts";
import { statusTones } from "./requests.tsx";

const RequestForm = loadedLater(() => import("./request-form.tsx").then((m) => m.RequestForm));

/** The user's requests to the administrators. Administrators have none. */
export function MyRequests() {
  const { user } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  if (user.roleCode !== "NORMAL_USER") return null;
  return (
    <SectionPanel
      title={t("My requests")}
      actions={
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {t("Ask an admin")}
        </Button>
      }
    >
      <RequestList />
      {isOpen && <RequestForm onClose={() => setIsOpen(false)} />}
    </SectionPanel>
  );
}

/** The earlier requests and their status. */
function RequestList() {
  const { data } = useQuery(myRequestsQuery);
  const { data: policy } = useQuery(requestPolicyQuery);
  useLiveRequests();
  if (!data?.length) {
    return (
      <p className="px-4 pb-4 text-sm text-text-2">
        {policy?.mailboxApproval
          ? t("Ask an admin to add a colleague, to approve a mailbox or to give you admin access.")
          : t("Ask an admin to add a colleague or to give you admin access.")}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line border-t border-line">
      {data.map(({ id, type, about, status, createdAt }) => (
        <li key={id} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
          <span className="min-w-0 flex-1 text-text-2 [overflow-wrap:anywhere]">
            {requestTypeNames[type]}: {about}
          </span>
          <span className="text-xs text-text-3 tabular-nums">{dayMonthYear(createdAt)}</span>
          <Badge tone={statusTones[status]}>{requestStatusNames[status]}</Badge>
        </li>
      ))}
    </ul>
  );
}
