import type { User } from "@intellibox/contract/endpoints/users";
import { roleName, roles } from "@intellibox/contract/rules/access";
import { statusNames, userStatuses } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Download, Eraser, KeyRound, MailOpen, Plus, Send } from "lucide-react";
import { useState } from "react";
import { dayMonthYear } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { tenantOptionsQuery } from "#api/tenant-options.ts";
import { usersQuery } from "#api/users.ts";
import { DataTaskPanel } from "#components/data/data-task-panel.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import type { FilterField } from "#components/table/filter-form.tsx";
import { RowActions } from "#components/table/row-actions.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import { Page } from "#components/ui/page.tsx";
import { useDataTaskPanel } from "#state/use-data-task-panel.ts";
import { EraseUser, ExportUser } from "./data-of-user.tsx";
import { InviteMany } from "./invite-many.tsx";
import { ReleaseMail } from "./release-mail.tsx";
import { RemoveUser } from "./remove-user.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { UserForm } from "./user-form.tsx";

const any = { value: "", label: t("Any") };
const signInOptions = [
  any,
  { value: "true", label: t("Has signed in") },
  { value: "false", label: t("Not signed in yet") },
];
const statusOptions = [any, ...userStatuses.map((status) => ({ value: status, label: statusNames[status] }))];

const columnsFor = (isSuper: boolean): Column<User>[] => [
  {
    key: "name",
    label: t("Name"),
    cell: (user) => (
      <span className="inline-flex min-w-0 items-center gap-2.5">
        <Avatar name={user.name} />
        <StackedCell
          beneath={
            <>
              {user.email}
              <span className="mt-1 block">
                <Status {...user} />
              </span>
            </>
          }
        >
          <span className="font-medium">{user.name}</span>
        </StackedCell>
      </span>
    ),
  },
  { key: "email", label: t("Email"), hideOnPhone: true },
  { key: "roleCode", label: t("Role"), hideOnPhone: true, cell: ({ roleCode }) => roleName(roleCode) },
  ...(isSuper
    ? [{ key: "tenant", label: t("Company"), hideOnPhone: true, cell: ({ tenantId }: User) => tenantId.name }]
    : []),
  { key: "status", label: t("Status"), hideOnPhone: true, cell: Status },
  { key: "createdAt", label: t("Created"), hideOnPhone: true, cell: ({ createdAt }) => dayMonthYear(createdAt) },
];

function Status({ status, mailClosed, hasSignedIn }: Pick<User, "status" | "mailClosed" | "hasSignedIn">) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={status === "Active" ? "ok" : "neutral"}>{statusNames[status]}</Badge>
      {!hasSignedIn && <Badge tone="neutral">{t("Not signed in yet")}</Badge>}
      {mailClosed && hasSignedIn && <Badge tone="warn">{t("Mail closed")}</Badge>}
    </span>
  );
}

/** The users of the company, or of all companies for a super admin. */
export function UsersTab() {
  const { user: me } = useSignedIn();
  const isSuper = me.roleCode === "SUPER_ADMIN";
  const view = useTableView({ sort: "name", filters: ["q", "roleCode", "status", "tenantId", "hasSignedIn"] });
  const found = useQuery(usersQuery(queryOf(view)));
  const { data: companies = [] } = useQuery({ ...tenantOptionsQuery, enabled: isSuper });
  const [editing, setEditing] = useState<User | "new" | null>(null);
  const [invites, setInvites] = useState(false);
  const [removing, setRemoving] = useState<User | null>(null);
  const [resetting, setResetting] = useState<User | null>(null);
  const [releasing, setReleasing] = useState<User | null>(null);
  const [exporting, setExporting] = useState<User | null>(null);
  const [erasing, setErasing] = useState<User | null>(null);
  const panel = useDataTaskPanel(({ subject }) => subject.kind === "user" && !subject.isOwn);
  const offered = roles.filter((role) => isSuper || role !== "SUPER_ADMIN");

  const actionsFor = (person: User): MenuEntry[] => {
    const { name } = person;
    return [
      person.hasSignedIn
        ? { label: t("Reset password of {name}", { name }), Icon: KeyRound, run: () => setResetting(person) }
        : { label: t("Invite {name} again", { name }), Icon: Send, run: () => setResetting(person) },
      ...(person.mailClosed && isSuper && me.tenantIsOwner
        ? [{ label: t("Open mail of {name}", { name }), Icon: MailOpen, run: () => setReleasing(person) }]
        : []),
      { label: t("Export data of {name}", { name }), Icon: Download, run: () => setExporting(person) },
      { label: t("Erase data of {name}", { name }), Icon: Eraser, run: () => setErasing(person) },
    ];
  };

  const fields: FilterField<"q" | "roleCode" | "status" | "tenantId" | "hasSignedIn">[] = [
    { name: "q", label: t("Search"), placeholder: t("Name or email") },
    {
      name: "roleCode",
      label: t("Role"),
      options: [any, ...offered.map((role) => ({ value: role, label: roleName(role) }))],
    },
    { name: "status", label: t("Status"), options: statusOptions },
    { name: "hasSignedIn", label: t("Sign-in"), options: signInOptions },
    ...(isSuper
      ? [
          {
            name: "tenantId" as const,
            label: t("Company"),
            options: [any, ...companies.map(({ id, name }) => ({ value: id, label: name }))],
          },
        ]
      : []),
  ];

  return (
    <Page
      heading={t("Users")}
      actions={
        <>
          <Button onClick={() => setInvites(true)}>{t("Invite several")}</Button>
          <Button
            variant="primary"
            icon={<Plus className="size-4" aria-hidden="true" />}
            onClick={() => setEditing("new")}
          >
            {t("Add user")}
          </Button>
        </>
      }
    >
      <ServerTable
        label={t("Users")}
        fields={fields}
        columns={columnsFor(isSuper)}
        view={view}
        query={found}
        rowKey={({ _id }) => _id}
        onPick={setEditing}
        actions={(person) => (
          <RowActions
            name={person.name}
            onEdit={() => setEditing(person)}
            more={person._id === me._id ? [] : actionsFor(person)}
            onRemove={() => setRemoving(person)}
            keptBecause={person._id === me._id ? t("You cannot delete yourself") : undefined}
          />
        )}
      />
      <DataTaskPanel title={t("Exports and erasures")} docked {...panel} />
      {exporting && <ExportUser user={exporting} onClose={() => setExporting(null)} />}
      {erasing && <EraseUser user={erasing} onClose={() => setErasing(null)} />}
      {editing && (
        <UserForm
          user={editing === "new" ? undefined : editing}
          companies={companies}
          onClose={() => setEditing(null)}
        />
      )}
      {invites && <InviteMany companies={companies} onClose={() => setInvites(false)} />}
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(null)} />}
      {releasing && <ReleaseMail user={releasing} onClose={() => setReleasing(null)} />}
      {removing && <RemoveUser user={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}
