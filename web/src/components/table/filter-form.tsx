import { t } from "@intellibox/contract/text/t";
import { ListFilter } from "lucide-react";
import { type FormEvent, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select.tsx";

export type FilterField<Name extends string> = {
  name: Name;
  label: string;
  type?: "text" | "date" | "datetime-local";
  placeholder?: string;
  /** Makes the field a select; an empty value means any. */
  options?: readonly { value: string; label: string }[];
  className?: string;
};
type Values<Name extends string> = Partial<Record<Name, string>>;

type FilterFormProps<Name extends string> = {
  fields: readonly FilterField<Name>[];
  /** The applied filters, from the URL. */
  value: Values<Name>;
  onApply: (values: Values<Name>) => void;
  onReset: () => void;
};

/** Filters that Apply or Enter applies and Reset clears. On phones they fold behind one button. */
export function FilterForm<Name extends string>(props: FilterFormProps<Name>) {
  // The key resets the form when the URL changes (Back, a link, Reset), but not while typing.
  return <Fields key={JSON.stringify(props.value)} {...props} />;
}

function Fields<Name extends string>({ fields, value, onApply, onReset }: FilterFormProps<Name>) {
  const [draft, setDraft] = useState<Values<Name>>(value);
  const [isOpen, setIsOpen] = useState(false);
  const activeCount = fields.filter(({ name }) => value[name]).length;
  const change = (name: Name, text: string) => setDraft({ ...draft, [name]: text });

  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(trimmed(draft));
  };
  const reset = () => {
    setDraft({});
    onReset();
  };

  return (
    <div className="shrink-0 border-b border-line px-4 py-3 md:px-5">
      <Button
        className="md:hidden"
        aria-expanded={isOpen}
        icon={<ListFilter className="size-4" aria-hidden="true" />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {activeCount > 0 ? t("Filters ({activeCount})", { activeCount }) : t("Filters")}
      </Button>
      <form
        aria-label={t("Filters")}
        onSubmit={apply}
        className={classNames("flex flex-wrap items-end gap-3 max-md:pt-3", !isOpen && "max-md:hidden")}
      >
        {fields.map((field) => (
          <FilterControl
            key={field.name}
            field={field}
            value={draft[field.name] ?? ""}
            onChange={(text) => change(field.name, text)}
          />
        ))}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" size="field">
            {t("Apply")}
          </Button>
          <Button onClick={reset} size="field">
            {t("Reset")}
          </Button>
        </div>
      </form>
    </div>
  );
}

type ControlProps<Name extends string> = { field: FilterField<Name>; value: string; onChange: (text: string) => void };

function FilterControl<Name extends string>({ field, value, onChange }: ControlProps<Name>) {
  const { label, options, type = "text", placeholder } = field;
  const className = classNames(
    "max-md:w-full",
    field.className ?? (type === "datetime-local" ? "md:w-52" : options || type === "date" ? "md:w-40" : "md:w-60"),
  );
  if (options)
    return <SelectField label={label} options={options} value={value} onChange={onChange} className={className} />;
  return (
    <TextField
      label={label}
      type={type}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={className}
    />
  );
}

const trimmed = <Name extends string>(values: Values<Name>) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, String(text ?? "").trim()])) as Values<Name>;
