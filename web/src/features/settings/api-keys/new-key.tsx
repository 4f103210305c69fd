import { newApiKeyForm } from "@intellibox/contract/endpoints/api-keys";
import { may } from "@intellibox/contract/rules/access";
import { isCompanyScope, type KeyScope, keyScopeNames, keyScopes } from "@intellibox/contract/rules/key-scopes";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { type KeyOwner, useChangeKeys } from "#api/api-keys.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";

type NewKeyProps = { owner: KeyOwner; onClose: () => void };

const dayMs = 86_400_000;
const lives = ["30", "90", "365", "date", "none"] as const;
type Life = (typeof lives)[number];

/** Asks what a new key may do and how long, and then shows it once. */
export function NewKey({ owner, onClose }: NewKeyProps) {
  const [secret, setSecret] = useState<string>();
  if (secret) return <MadeKey secret={secret} onClose={onClose} />;
  return <NewKeyForm owner={owner} onMade={setSecret} onClose={onClose} />;
}

function NewKeyForm({ owner, onMade, onClose }: NewKeyProps & { onMade: (secret: string) => void }) {
  const { create } = useChangeKeys(owner);
  const [life, setLife] = useState<Life>("90");
  const { form, field, onSubmit, errorOf, failure, isBusy } = useForm(newApiKeyForm, {
    start: { name: "", scopes: [], expiresAt: endAfter(90) },
    submit: async (value) => onMade((await create.mutateAsync(value)).secret),
  });
  const expiresAt = form.watch("expiresAt");
  const setEnd = (end: string | null) => form.setValue("expiresAt", end, { shouldDirty: true });
  const chooseLife = (next: Life) => {
    setLife(next);
    if (next !== "date") setEnd(next === "none" ? null : endAfter(Number(next)));
  };
  return (
    <ModalForm
      title={t("Create API key")}
      action={t("Create key")}
      busyAction={t("Creating…")}
      width="lg"
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
    >
      <TextField label={t("Name")} hint={t("Which program uses it, such as Night report.")} {...field("name")} />
      <ScopeChoice
        owner={owner}
        chosen={form.watch("scopes")}
        onChange={(scopes) => form.setValue("scopes", scopes, { shouldDirty: true, shouldValidate: true })}
        error={errorOf("scopes")}
      />
      <SelectField
        label={t("Ends")}
        options={lives.map((value) => ({ value, label: lifeName(value) }))}
        value={life}
        onChange={(next) => chooseLife(next as Life)}
        error={life === "date" ? undefined : errorOf("expiresAt")}
      />
      {life === "date" && (
        <TextField
          type="date"
          label={t("Last day")}
          value={expiresAt ? dayOf(new Date(expiresAt)) : ""}
          min={dayOf(new Date())}
          max={dayOf(new Date(Date.now() + 365 * dayMs))}
          onChange={({ target }) => target.value && setEnd(endOfDay(target.value))}
          error={errorOf("expiresAt")}
        />
      )}
      {life === "none" && (
        <Alert kind="warn">
          {t("A key without an end works until somebody revokes it, also if it was copied by somebody else.")}
        </Alert>
      )}
    </ModalForm>
  );
}

type ScopeChoiceProps = {
  owner: KeyOwner;
  chosen: KeyScope[];
  onChange: (scopes: KeyScope[]) => void;
  error: string | undefined;
};

function ScopeChoice({ owner, chosen, onChange, error }: ScopeChoiceProps) {
  const isAdmin = may(useSignedIn().user.roleCode, "admin");
  const offered = keyScopeNames.filter((scope) => (isCompanyScope(scope) ? isAdmin : owner === "person"));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("What the key may do")}</legend>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={keyScopes[scope].label}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t("Done")}
    </Button>
  );
  return (
    <Modal title={t("API key created")} onClose={onClose} keepOnOutsideClick width="md" footer={done}>
      <p className="text-base text-text-2">
        {t("Copy the key now and keep it like a password. It is shown only once.")}
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-control border border-line-strong bg-subtle px-3.5 py-2.5">
        <code className="min-w-0 text-base [overflow-wrap:anywhere] select-all">{secret}</code>
        <CopyButton text={secret} />
      </div>
    </Modal>
  );
}

const endAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString();
/** As an input of the type `date` has it, in the reader's time zone. */
const dayOf = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

function lifeName(life: Life): string {
  if (life === "date") return t("On a date");
  if (life === "none") return t("No end");
  return t("In {days, plural, one {# day} other {# days}}", { days: Number(life) });
}
