import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { may } from "@intellibox/contract/rules/access";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { useTryRule } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { CheckChips } from "./check-chips.tsx";
import { ActionList, ConditionList } from "./rule-parts.tsx";
import { stateChoices, stateHints } from "./rule-words.ts";
import { TryResults } from "./try-results.tsx";
import { type OpenedRule, useRuleForm } from "./use-rule-form.ts";

type RuleFormProps = { opened: OpenedRule; settings: RuleSettings; onClose: () => void };

/** Writes a new rule, or changes one. Nothing is stored before it is saved. */
export function RuleForm({ opened, settings, onClose }: RuleFormProps) {
  const mayShare = may(useSignedIn().user.roleCode, "admin");
  const form = useRuleForm(opened, onClose);
  const trying = useTryRule();
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const isEmpty = opened.kind === "new" && opened.start === null;
  const { draft, change, errors, failure, isNew } = form;

  const showFirstError = () =>
    requestAnimationFrame(() => {
      const field = element.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert] ~ button");
      if (field) field.focus();
      // The message at the top may be out of view: Save is always in view.
      else element.current?.querySelector("[role=alert]")?.scrollIntoView?.({ block: "nearest" });
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.submit();
    showFirstError();
  };
  const tryOut = () => {
    const content = form.content();
    if (content) trying.mutate(content);
    else showFirstError();
  };
  const close = () => (form.isDirty ? setIsAsking(true) : onClose());

  return (
    <Modal
      title={opened.kind === "edit" ? t("Edit {name}", { name: opened.rule.name }) : t("New rule")}
      width="lg"
      onClose={close}
      keepOnOutsideClick
      // A form that is filled in is read before something is typed.
      {...(isEmpty && { initialFocus: name })}
      footer={
        <>
          {isNew && (
            <div className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:w-full">
              <Segmented
                label={t("Save the rule as")}
                choices={stateChoices}
                value={form.state}
                onChange={form.setState}
              />
              <span className="min-w-0 text-xs text-text-3">{stateHints[form.state]}</span>
            </div>
          )}
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button variant="primary" type="submit" form={id} busy={form.isBusy} busyLabel={t("Saving…")}>
            {t("Save rule")}
          </Button>
        </>
      }
    >
      <form ref={element} id={id} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        {opened.kind === "new" && opened.notes.length > 0 && (
          <Alert kind="info">
            <p className="font-medium">{t("Please check the form before you save it.")}</p>
            <ul className="list-disc ps-4">
              {opened.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Alert>
        )}
        {failure && !failure.isAtField && (
          <Alert
            kind="bad"
            action={
              failure.isConflict && (
                <Button size="sm" onClick={() => void form.reload()}>
                  {t("Load the latest version")}
                </Button>
              )
            }
          >
            {failure.message}
          </Alert>
        )}
        <TextField
          ref={name}
          label={t("Name")}
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          error={errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        {isNew && mayShare && (
          <Switch
            label={t("For everybody in the company")}
            hint={t("It acts on everybody's mail, before their own rules.")}
            checked={form.isShared}
            onChange={({ target }) => form.setIsShared(target.checked)}
          />
        )}
        {!form.isShared && (
          <MailboxChoice
            chosen={draft.mailboxIds}
            error={errors.mailboxIds}
            onChange={(mailboxIds) => change({ mailboxIds })}
          />
        )}
        <Part
          title={t("When")}
          aside={
            draft.when.length > 1 && (
              <Segmented
                label={t("How the conditions are combined")}
                choices={[
                  { value: "all", label: t("All of these") },
                  { value: "any", label: t("Any of these") },
                ]}
                value={draft.match}
                onChange={(match) => change({ match })}
              />
            )
          }
        >
          <ConditionList
            label={t("Conditions")}
            addWords={t("Add condition")}
            path="when"
            parts={draft.when}
            errors={errors}
            onChange={(when) => change({ when })}
          />
        </Part>
        <Part title={t("Unless")} hint={t("Mail that fulfils one of these is left alone.")}>
          <ConditionList
            label={t("Exceptions")}
            addWords={t("Add exception")}
            path="unless"
            parts={draft.unless}
            errors={errors}
            onChange={(unless) => change({ unless })}
          />
        </Part>
        <Part title={t("Then")}>
          <ActionList
            label={t("Actions")}
            path="actions"
            parts={draft.actions}
            errors={errors}
            settings={settings}
            isShared={form.isShared}
            onChange={(actions) => change({ actions })}
          />
        </Part>
        {form.complete && (
          <p className="rounded-control bg-hover px-3 py-2 text-sm text-text-2 [overflow-wrap:anywhere]">
            <span className="font-medium text-text">{t("In words:")}</span> {describeRule(form.complete)}
          </p>
        )}
        <div className="flex flex-col gap-3">
          <Button
            className="self-start"
            icon={<FlaskConical className="size-4" aria-hidden="true" />}
            busy={trying.isPending}
            busyLabel={t("Trying…")}
            onClick={tryOut}
          >
            {t("Try on the newest mails")}
          </Button>
          <TryResults trying={trying} />
        </div>
      </form>
      {isAsking && (
        <Confirm
          title={t("Discard what you changed?")}
          action={t("Discard")}
          onConfirm={onClose}
          onCancel={() => setIsAsking(false)}
        >
          {t("The rule is not saved yet.")}
        </Confirm>
      )}
    </Modal>
  );
}

type PartProps = { title: string; hint?: string; aside?: ReactNode; children: ReactNode };

function Part({ title, hint, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="text-sm font-medium text-text">
          {title}
        </h3>
        {hint && <p className="text-xs text-text-3">{hint}</p>}
        {aside && <div className="ms-auto">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

type MailboxChoiceProps = {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Which mailboxes the rule is for. A person with one mailbox is not asked. */
function MailboxChoice({ chosen, error, onChange }: MailboxChoiceProps) {
  const { data: mailboxes } = useQuery(mailboxesQuery);
  if ((mailboxes?.length ?? 0) < 2 && chosen.length === 0) return null;
  // Shown, so that it can be taken out: a rule is not saved with it.
  const gone = mailboxes ? chosen.filter((id) => mailboxes.every((one) => one.id !== id)) : [];
  const options = [
    ...(mailboxes ?? []).map(({ id, email, provider }) => ({ value: id, label: mailboxName(email, provider) })),
    ...gone.map((id) => ({ value: id, label: t("A removed mailbox") })),
  ];
  return (
    <Part title={t("Mailboxes")} hint={chosen.length === 0 ? t("All mailboxes") : t("Only the chosen ones")}>
      <CheckChips label={t("Mailboxes")} options={options} values={chosen} onChange={onChange} />
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </Part>
  );
}
