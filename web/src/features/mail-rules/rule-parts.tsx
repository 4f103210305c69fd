import type { RuleAction, RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { maxActions, maxConditions } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ActionEditor } from "./action-editor.tsx";
import { ConditionEditor } from "./condition-editor.tsx";
import { type DraftErrors, type DraftPart, errorOf, moved, newAction, newCondition } from "./rule-draft.ts";

type PartsProps<Value> = {
  label: string;
  /** The path of the list in the rule: `when`, `unless` or `actions`. */
  path: string;
  parts: readonly DraftPart<Value>[];
  errors: DraftErrors;
  onChange: (parts: DraftPart<Value>[]) => void;
};

type PartListProps<Value> = PartsProps<Value> & {
  most: number;
  addWords: string;
  make: () => DraftPart<Value>;
  children: (part: DraftPart<Value>, index: number, edit: PartEdit<Value>) => ReactNode;
};

type PartEdit<Value> = {
  error: string | undefined;
  change: (value: Value) => void;
  remove: () => void;
  move: (by: 1 | -1) => void;
};

/** A list of conditions or actions, to which more are added. */
function PartList<Value>(props: PartListProps<Value>) {
  const { label, path, parts, errors, onChange, most, addWords, make, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** After the page has changed, because a control that is removed or moved loses the focus. */
  const focusLater = (find: () => HTMLElement | null | undefined) => requestAnimationFrame(() => find()?.focus());
  const controlIn = (key: string) => list.current?.querySelector<HTMLElement>(`[data-key="${key}"] button`);
  const editOf = ({ key }: DraftPart<Value>, index: number): PartEdit<Value> => ({
    error: errorOf(errors, `${path}.${index}`),
    change: (value) => onChange(parts.map((part) => (part.key === key ? { key, value } : part))),
    remove: () => {
      onChange(parts.filter((part) => part.key !== key));
      focusLater(() => add.current);
    },
    move: (by) => {
      const focused = document.activeElement;
      onChange(moved(parts, index, by));
      focusLater(() => (focused instanceof HTMLElement && focused.isConnected ? focused : controlIn(key)));
    },
  });
  const append = () => {
    const part = make();
    onChange([...parts, part]);
    focusLater(() => controlIn(part.key));
  };
  const listError = errors[path];
  return (
    <>
      {parts.length > 0 && (
        <ul ref={list} aria-label={label} className="flex flex-col gap-2">
          {parts.map((part, index) => (
            <li key={part.key} data-key={part.key}>
              {children(part, index, editOf(part, index))}
            </li>
          ))}
        </ul>
      )}
      {listError && (
        <p role="alert" className="text-xs text-bad">
          {listError}
        </p>
      )}
      <Button
        ref={add}
        size="sm"
        className="self-start"
        disabled={parts.length >= most}
        icon={<Plus className="size-3.5" aria-hidden="true" />}
        onClick={append}
      >
        {addWords}
      </Button>
    </>
  );
}

export const ConditionList = (props: PartsProps<RuleCondition> & { addWords: string }) => (
  <PartList {...props} most={maxConditions} make={newCondition}>
    {({ value }, index, { error, change, remove }) => (
      <ConditionEditor number={index + 1} condition={value} error={error} onChange={change} onRemove={remove} />
    )}
  </PartList>
);

export const ActionList = (props: PartsProps<RuleAction> & { settings: RuleSettings; isShared: boolean }) => (
  <PartList {...props} most={maxActions} make={newAction} addWords={t("Add action")}>
    {({ value }, index, { error, change, remove, move }) => (
      <ActionEditor
        number={index + 1}
        action={value}
        settings={props.settings}
        isShared={props.isShared}
        error={error}
        onChange={change}
        onRemove={remove}
        onUp={index > 0 ? () => move(-1) : undefined}
        onDown={index < props.parts.length - 1 ? () => move(1) : undefined}
      />
    )}
  </PartList>
);
