import { Select as Base } from "@base-ui/react/select";
import { t } from "@intellibox/contract/text/t";
import { Check, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { controlClass, Field } from "./field.tsx";

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  hint?: string;
  /** It is shown and cannot be chosen; the hint says why. */
  isOff?: boolean;
};

type SelectProps<Value extends string> = {
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  icon?: ReactNode;
  placeholder?: string;
  /** As high as a button, for toolbars; otherwise as high as an input. */
  compact?: boolean;
  /** For screen readers, if there is no visible label. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  id?: string;
  /** Sets a width; without it the select fills its container. */
  className?: string;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, disabled, icon, placeholder, compact, className, id, ...aria } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(chosen) => chosen !== null && onChange(chosen as Value)}
      disabled={disabled}
      onOpenChange={setIsOpen}
    >
      <Base.Trigger
        id={id}
        {...aria}
        className={classNames(
          "flex items-center gap-2 text-start hover:bg-hover",
          compact ? "h-control" : "h-input",
          controlClass,
          className ?? "w-full min-w-0",
        )}
      >
        {icon}
        <Base.Value
          placeholder={placeholder}
          className={classNames("min-w-0 flex-1 truncate", placeholder && "data-placeholder:text-text-3")}
        />
        <Base.Icon className="text-text-3">
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      {/* A landmark of its own, because all content must be inside one and the portal is at the end of the page. It stays there
          after the options have closed: two landmarks of one name would be the same to a screen reader. */}
      <Base.Portal render={<section {...(isOpen && { "aria-label": t("Options") })} />}>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-60 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded-popup bg-surface p-1 shadow-popup transition-[opacity,scale] outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.isOff}
                className="grid min-h-8 cursor-default grid-cols-[1fr_1rem] items-center gap-x-3 rounded-item px-2.5 py-1 text-sm text-text outline-none select-none data-highlighted:bg-hover data-disabled:text-text-3 pointer-coarse:min-h-11"
              >
                <Base.ItemText className="min-w-0 truncate">{option.label}</Base.ItemText>
                <Base.ItemIndicator className="text-accent-text">
                  <Check className="size-4" aria-hidden="true" />
                </Base.ItemIndicator>
                {option.hint && <span className="col-span-full text-xs text-text-3">{option.hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type SelectFieldProps<Value extends string> = SelectProps<Value> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
};

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, aside, className, id, ...select } = props;
  const labelled = useId();
  return (
    <Field {...{ label, hint, error, aside, className, id: id ?? labelled }}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}
