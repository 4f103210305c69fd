import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { users } from "@intellibox/contract/endpoints/users";
import { roleName } from "@intellibox/contract/rules/access";
import { maxInvited } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { saveCsv } from "#lib/csv-file.ts";
import type { TenantOption } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { type Invited, useInviteMany, useReadList } from "#api/invite-many.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextareaField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { SelectField } from "#components/ui/select.tsx";

type List = ResponseOf<typeof users.readList>;

/** Adds many people from a CSV file or a typed list: read, look at it, invite. */
export function InviteMany({ companies, onClose }: { companies: TenantOption[]; onClose: () => void }) {
  const isSuper = useSignedIn().user.roleCode === "SUPER_ADMIN";
  const [text, setText] = useState("");
  const [tenantId, setTenantId] = useState("");
  const [list, setList] = useState<List>();
  const read = useReadList();
  const invite = useInviteMany();
  const company = isSuper ? { tenantId } : {};
  const show = () => read.mutate({ text, ...company }, { onSuccess: setList });
  const isDone = invite.outcomes.length > 0 && !invite.isRunning;
  const close = () => {
    invite.stop();
    onClose();
  };
  const count = list?.people.length ?? 0;
  return (
    <Modal
      title={t("Invite several people")}
      description={t("One line for each person: name, email and role, or a CSV file with these columns.")}
      onClose={close}
      keepOnOutsideClick
      width="lg"
      footer={
        isDone ? (
          <Button variant="primary" onClick={close}>
            {t("Done")}
          </Button>
        ) : (
          <>
            {list && !invite.isRunning && <Button onClick={() => setList(undefined)}>{t("Back")}</Button>}
            <Button onClick={close}>{invite.isRunning ? t("Stop") : t("Cancel")}</Button>
            {list ? (
              <Button
                variant="primary"
                disabled={count === 0}
                busy={invite.isRunning}
                busyLabel={t("Inviting…")}
                onClick={() =>
                  void invite.run(list.people.map(({ line: _, ...person }) => ({ ...person, ...company })))
                }
              >
                {t("Invite {count, plural, one {# person} other {# people}}", { count })}
              </Button>
            ) : (
              <Button
                variant="primary"
                disabled={!text.trim() || (isSuper && !tenantId)}
                busy={read.isPending}
                busyLabel={t("Reading…")}
                onClick={show}
              >
                {t("Continue")}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!list && (
          <>
            {isSuper && (
              <SelectField
                label={t("Company")}
                options={companies.map(({ id, name }) => ({ value: id, label: name }))}
                value={tenantId}
                onChange={setTenantId}
                placeholder={t("Choose a company")}
              />
            )}
            <ListField text={text} onChange={setText} />
            {read.error && <Alert kind="bad">{read.error.message}</Alert>}
          </>
        )}
        {list && invite.outcomes.length === 0 && !invite.isRunning && <Preview list={list} />}
        {(invite.isRunning || isDone) && <Progress outcomes={invite.outcomes} total={count} isDone={isDone} />}
      </div>
    </Modal>
  );
}

function ListField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextareaField
        label={t("People")}
        rows={8}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        placeholder={t("Meera Iyer, meera@example.com, Member")}
        hint={t("At most {maxInvited} people. A name or role that is missing can be changed later.", { maxInvited })}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={t("CSV file")}
        className="sr-only"
        tabIndex={-1}
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) onChange(await file.text());
        }}
      />
      <div>
        <Button onClick={() => input.current?.click()}>{t("Choose a CSV file")}</Button>
      </div>
    </>
  );
}

function Preview({ list: { people, refused } }: { list: List }) {
  return (
    <>
      {refused.length > 0 && (
        <Alert kind="warn">
          {t("{count, plural, one {# line is} other {# lines are}} left out:", { count: refused.length })}
          <ul className="mt-1.5 max-h-40 overflow-y-auto text-sm">
            {refused.map(({ line, text, reason }) => (
              <li key={line}>{t("Line {line}, {text}: {reason}", { line, text, reason })}</li>
            ))}
          </ul>
        </Alert>
      )}
      {people.length === 0 && <p className="text-base text-text-2">{t("The list has nobody to invite.")}</p>}
      {people.length > 0 && (
        <ul
          aria-label={t("People")}
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-panel border border-line"
        >
          {people.map(({ line, name, email, roleCode }) => (
            <li key={line} className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
              <span className="min-w-0 flex-1 truncate">
                {name} <span className="text-text-3">{email}</span>
              </span>
              <span className="text-text-2">{roleName(roleCode)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type ProgressProps = { outcomes: Invited[]; total: number; isDone: boolean };

function Progress({ outcomes, total, isDone }: ProgressProps) {
  const failed = outcomes.filter(({ problem }) => problem);
  const passwords = outcomes.filter(({ temporaryPassword }) => temporaryPassword);
  const added = outcomes.filter(({ isAdded }) => isAdded).length;
  return (
    <>
      <progress
        aria-label={t("Progress")}
        value={outcomes.length}
        max={total}
        className="h-2 w-full overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <p role="status" className="text-base text-text-2 tabular-nums">
        {t("{added} of {total} added", { added, total })}
      </p>
      {failed.length > 0 && (
        <Alert kind="bad">
          <ul className="max-h-40 overflow-y-auto text-sm">
            {failed.map(({ email, problem }) => (
              <li key={email}>
                {email}: {problem}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isDone && passwords.length > 0 && (
        <Alert kind="warn">
          <p>
            {t(
              "No mail server can send the invitations, so each person got a temporary password. They are shown only now.",
            )}
          </p>
          <Button
            className="mt-2"
            onClick={() =>
              saveCsv("temporary-passwords", [
                ["email", "password"],
                ...passwords.map(({ email, temporaryPassword = "" }) => [email, temporaryPassword]),
              ])
            }
          >
            {t("Download the passwords")}
          </Button>
        </Alert>
      )}
    </>
  );
}
