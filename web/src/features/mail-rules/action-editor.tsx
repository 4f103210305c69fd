import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type InputHTMLAttributes, useId } from "react";
import { foldersQuery } from "#api/mail-folders.ts";
import { templatesQuery } from "#api/templates.ts";
import { IconButton } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { type Option, Select } from "#components/ui/select.tsx";
import { actionOf } from "./rule-draft.ts";
import { actionNames, snoozeOptions } from "./rule-words.ts";

type ActionEditorProps = {
  /** Its number in the list, from 1. */
  number: number;
  action: RuleAction;
  settings: RuleSettings;
  /** A rule of the company can only send a template of the company. */
  isShared: boolean;
  error: string | undefined;
  onChange: (action: RuleAction) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** One action: what is done, and with what. */
export function ActionEditor(props: ActionEditorProps) {
  const { number, action, settings, isShared, error, onChange, onRemove, onUp, onDown } = props;
  const id = useId();
  const describedBy = error ? `${id}-error` : undefined;
  const icon = "size-4";
  return (
    <fieldset className="min-w-0 rounded-control bg-subtle p-2.5">
      <legend className="sr-only">{t("Action {number}", { number })}</legend>
      <div className="flex flex-wrap items-start gap-2">
        <Select
          aria-label={t("What is done")}
          options={actionOptions(settings)}
          value={action.do}
          onChange={(name) => onChange(actionOf(name, action))}
          className="w-52 max-sm:order-1 max-sm:flex-1"
        />
        <div className="min-w-0 flex-1 max-sm:order-3 max-sm:basis-full">
          <Details {...{ action, isShared, onChange, describedBy }} isInvalid={error !== undefined} />
        </div>
        <div className="flex max-sm:order-2">
          <IconButton
            label={t("Move action {number} up", { number })}
            disabled={!onUp}
            icon={<ArrowUp className={icon} aria-hidden="true" />}
            onClick={onUp}
          />
          <IconButton
            label={t("Move action {number} down", { number })}
            disabled={!onDown}
            icon={<ArrowDown className={icon} aria-hidden="true" />}
            onClick={onDown}
          />
          <IconButton
            label={t("Remove action {number}", { number })}
            icon={<X className={icon} aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      </div>
      {error && (
        <p id={describedBy} role="alert" className="mt-1.5 text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** All actions. Those that the company does not allow are shown with the reason. */
function actionOptions({ templateReplies, webhooks }: RuleSettings): Option<RuleAction["do"]>[] {
  const off = { hint: t("Your administrator has not allowed this."), isOff: true };
  return (Object.keys(actionNames) as RuleAction["do"][]).map((value) => ({
    value,
    label: actionNames[value],
    ...((value === "sendTemplate" && !templateReplies) || (value === "webhook" && !webhooks) ? off : {}),
  }));
}

type DetailsProps = Pick<ActionEditorProps, "action" | "isShared" | "onChange"> & {
  describedBy: string | undefined;
  isInvalid: boolean;
};

function Details({ action, isShared, onChange, describedBy, isInvalid }: DetailsProps) {
  const box = (input: InputHTMLAttributes<HTMLInputElement>) => (
    <input
      type="text"
      dir="auto"
      autoComplete="off"
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      {...input}
      className={`h-input ${inputClass}`}
    />
  );
  switch (action.do) {
    case "label":
    case "move":
      return (
        <FolderBox
          label={action.do === "label" ? t("Label") : t("Folder")}
          value={action.folder}
          onChange={(folder) => onChange({ ...action, folder })}
          {...{ describedBy, isInvalid }}
        />
      );
    case "snooze":
      return (
        <Select
          aria-label={t("Until")}
          options={snoozeOptions}
          value={action.until}
          onChange={(until) => onChange({ ...action, until })}
          className="w-44"
        />
      );
    case "forward":
      return (
        <>
          {box({
            "aria-label": t("Forward to"),
            type: "email",
            placeholder: "name@company.com",
            value: action.to,
            onChange: ({ target }) => onChange({ ...action, to: target.value }),
          })}
          <Hint>{t("To colleagues, and to addresses that your administrator allows.")}</Hint>
        </>
      );
    case "draftReply":
      return (
        <>
          {box({
            "aria-label": t("What the reply says"),
            placeholder: t("What the reply says (optional)"),
            maxLength: 500,
            value: action.intent,
            onChange: ({ target }) => onChange({ ...action, intent: target.value }),
          })}
          <Hint>{t("The draft waits for you. It is never sent by itself.")}</Hint>
        </>
      );
    case "sendTemplate":
      return <TemplateChoice {...{ action, isShared, onChange, describedBy, isInvalid }} />;
    case "addToPlan":
      return box({
        "aria-label": t("Plan"),
        placeholder: t("Name of the plan"),
        maxLength: 100,
        value: action.plan,
        onChange: ({ target }) => onChange({ ...action, plan: target.value }),
      });
    case "webhook":
      return box({
        "aria-label": t("Web address"),
        type: "url",
        dir: "ltr",
        value: action.url,
        onChange: ({ target }) => onChange({ ...action, url: target.value }),
      });
    default:
      return null;
  }
}

const Hint = ({ children }: { children: string }) => <p className="mt-1.5 text-xs text-text-3">{children}</p>;

type FolderBoxProps = {
  label: string;
  value: string;
  onChange: (folder: string) => void;
  describedBy: string | undefined;
  isInvalid: boolean;
};

/** The name of a folder, completed by the folders of all mailboxes. */
function FolderBox({ label, value, onChange, describedBy, isInvalid }: FolderBoxProps) {
  const list = useId();
  const { data } = useQuery(foldersQuery);
  const folders = data?.mailboxes.flatMap((mailbox) => mailbox.folders) ?? [];
  const names = [
    ...new Set(folders.filter((folder) => folder.role === null && folder.isSelectable).map(pathOf)),
  ].sort();
  return (
    <>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        list={list}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        placeholder={t("Name, such as Receipts")}
        maxLength={200}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`h-input ${inputClass}`}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {value.trim() !== "" && data && !names.some((name) => name.toLowerCase() === value.trim().toLowerCase()) && (
        <Hint>{t("It is created when the rule first needs it.")}</Hint>
      )}
    </>
  );
}

const pathOf = ({ above, name }: { above: readonly string[]; name: string }) => [...above, name].join("/");

type TemplateChoiceProps = Pick<DetailsProps, "isShared" | "describedBy" | "isInvalid" | "onChange"> & {
  action: Extract<RuleAction, { do: "sendTemplate" }>;
};

function TemplateChoice({ action, isShared, onChange, describedBy, isInvalid }: TemplateChoiceProps) {
  const { data, error } = useQuery(templatesQuery);
  const templates = (data ?? []).filter((template) => !isShared || template.isShared);
  return (
    <>
      <Select
        aria-label={t("Template")}
        placeholder={t("Choose a template")}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={action.templateId}
        onChange={(templateId) => onChange({ ...action, templateId })}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
      />
      {error && <Hint>{error.message}</Hint>}
      {data && templates.length === 0 && <Hint>{t("There are no templates yet.")}</Hint>}
      <Hint>{t("At most once a day to each sender, and never to lists or programs.")}</Hint>
    </>
  );
}
