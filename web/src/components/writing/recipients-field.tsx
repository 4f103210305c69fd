import { parseRecipients, recipientsProblem } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import type { KnownPeople } from "#lib/mail/matching-people.ts";
import { useCompletion } from "./use-completion.tsx";

type RecipientsFieldProps = {
  label: string;
  /** Addresses, comma-separated; the last one may be incomplete. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** `line` has no frame (Compose), `field` looks like other fields (Reply). */
  look?: "line" | "field";
  /** Buttons beside the addresses. */
  end?: ReactNode;
  /** Takes the focus when it appears. */
  takesFocus?: boolean;
  /** People that complete what is typed, the likely ones first. */
  people?: KnownPeople | undefined;
};

/**
 * Addresses as chips. A comma or Enter adds one, Backspace removes the last one, and invalid ones are marked. The left arrow goes
 * from the empty box to the chips, where Delete and Backspace remove one.
 */
export function RecipientsField({
  label,
  value,
  onChange,
  placeholder = "name@company.com, …",
  look = "line",
  end,
  takesFocus = false,
  people = nobody,
}: RecipientsFieldProps) {
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const list = useChips(value, onChange);
  // The address that is being typed is not validated yet.
  const problem = recipientsProblem(parseRecipients(isTyping ? list.chips : value));
  const style = looks[look];
  return (
    <div className={style.outer}>
      <div className={style.row}>
        <label htmlFor={id} className={style.label}>
          {label}
        </label>
        <div className={classNames("flex min-w-0 flex-1 items-start gap-1", style.box)}>
          <AddressBox {...{ id, list, problem, placeholder, takesFocus, people }} onTyping={setIsTyping} />
          {end}
        </div>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={`text-xs text-bad ${style.problem}`}>
          {problem}
        </p>
      )}
    </div>
  );
}

const nobody: KnownPeople = { loaded: [] };

const looks = {
  line: {
    outer: "border-b border-line px-4 py-1.5 md:px-6",
    row: "flex items-start gap-3",
    label: "w-14 shrink-0 py-1 text-sm text-text-3 pointer-coarse:py-2.5",
    box: "",
    problem: "pt-1 pb-0.5 ps-17",
  },
  field: {
    outer: "",
    row: "",
    label: "mb-1.5 block text-sm font-medium text-text",
    box: "min-h-input rounded-control border border-control bg-surface px-2 py-1 focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus has-aria-invalid:border-bad dark:bg-subtle",
    problem: "mt-1.5",
  },
};

type AddressBoxProps = {
  id: string;
  list: ReturnType<typeof useChips>;
  problem: string | undefined;
  placeholder: string;
  takesFocus: boolean;
  people: KnownPeople;
  onTyping: (isTyping: boolean) => void;
};

function AddressBox({ id, list, problem, placeholder, takesFocus, people, onTyping }: AddressBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(takesFocus);
  useEffect(() => {
    if (wantsFocus.current) input.current?.focus();
  }, []);
  const { chips, typed, setTyped, put, remove } = list;
  const completion = useCompletion(people, list);
  const focus = () => input.current?.focus();
  const leave = () => {
    onTyping(false);
    completion.close();
    if (typed.trim()) put(typed);
  };
  const takeOut = (index: number) => {
    remove(index);
    focus();
  };
  /** Moves the focus between the chips and the box; past the last chip is the box. */
  const step = (from: number, by: 1 | -1) => {
    const target = from + by;
    const buttons = box.current?.querySelectorAll("button");
    if (target >= 0) (buttons?.[target] ?? input.current)?.focus();
  };
  const pressOnChip = (event: KeyboardEvent, index: number) => {
    if (event.key === "ArrowLeft") step(index, -1);
    else if (event.key === "ArrowRight") step(index, 1);
    else if (event.key === "Delete" || event.key === "Backspace") takeOut(index);
    else return;
    event.preventDefault();
  };
  const pressInBox = (event: KeyboardEvent) => {
    if (completion.press(event)) return;
    if (event.key === "ArrowLeft" && !typed && chips.length > 0) step(chips.length, -1);
    else pressIn(event, list);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger click target for the input inside, which takes the keyboard
    <div
      ref={box}
      onClick={(event) => event.target === event.currentTarget && focus()}
      className="relative flex min-w-0 flex-1 cursor-text flex-wrap items-center gap-1.5"
    >
      {chips.map((address, index) => (
        <Chip
          key={`${address} ${chips.indexOf(address) === index ? "" : index}`}
          address={address}
          onRemove={() => takeOut(index)}
          onKeyDown={(event) => pressOnChip(event, index)}
        />
      ))}
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        placeholder={chips.length === 0 ? placeholder : ""}
        value={typed}
        {...completion.attributes}
        onChange={({ target }) => (target.value.includes(",") ? put(target.value) : setTyped(target.value))}
        onKeyDown={pressInBox}
        onPaste={(event) => pasteInto(event, list)}
        onFocus={() => onTyping(true)}
        onBlur={leave}
        className="h-7 min-w-16 flex-1 bg-transparent text-field text-text outline-none pointer-coarse:h-10"
      />
      {completion.list}
    </div>
  );
}

function pressIn(event: KeyboardEvent, { chips, typed, put, remove }: AddressBoxProps["list"]) {
  if (event.nativeEvent.isComposing) return;
  const isEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
  if ((isEnter || event.key === ";") && typed.trim()) put(typed);
  else if (event.key === "Backspace" && !typed && chips.length > 0) remove(chips.length - 1);
  else if (!isEnter) return;
  event.preventDefault();
}

/** A pasted list becomes chips at once; a single pasted address can still be edited. */
function pasteInto(event: ClipboardEvent, { typed, put }: AddressBoxProps["list"]) {
  const text = event.clipboardData.getData("text");
  if (!/[,;\n<]/.test(text)) return;
  event.preventDefault();
  put(`${typed}${text}`);
}

/** Derives the chips from the value. Only the unfinished address is separate state. */
function useChips(value: string, onChange: (value: string) => void) {
  const [typing, setTyping] = useState("");
  const pieces = piecesOf(value);
  const isTyping = typing.trim() !== "" && pieces.at(-1) === typing.trim();
  const chips = isTyping ? pieces.slice(0, -1) : pieces;
  const typed = isTyping || typing.trim() === "" ? typing : "";
  const change = (kept: string[], text: string) => {
    setTyping(text);
    onChange([...kept, ...piecesOf(text)].join(", "));
  };
  return {
    chips,
    typed,
    setTyped: (text: string) => change(chips, text),
    put: (text: string) => change(withoutDuplicates([...chips, ...piecesOf(text).map(addressOf)]), ""),
    remove: (index: number) =>
      change(
        chips.filter((_, place) => place !== index),
        typed,
      ),
  };
}

const piecesOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((piece) => piece.trim())
    .filter(Boolean);

/** Removes duplicates, so that no recipient gets the mail twice. */
const withoutDuplicates = (addresses: string[]) => {
  const keys = addresses.map((address) => address.toLowerCase());
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
};

/** The address in "Priya Nair <priya@example.com>", the form in which mail programs copy it. */
const addressOf = (piece: string) => /^[^<>]*<([^<>\s]+@[^<>\s]+)>$/.exec(piece)?.[1] ?? piece;

type ChipProps = { address: string; onRemove: () => void; onKeyDown: (event: KeyboardEvent) => void };

function Chip({ address, onRemove, onKeyDown }: ChipProps) {
  const isWrong = parseRecipients([address]).invalid.length > 0;
  return (
    <span
      className={classNames(
        "flex h-7 max-w-full items-center rounded-full ps-3 text-sm pointer-coarse:h-10",
        isWrong ? "bg-bad-bg text-bad" : "bg-hover text-text",
      )}
    >
      <span className="truncate">{address}</span>
      <button
        type="button"
        aria-label={t("Remove {address}", { address })}
        onClick={onRemove}
        onKeyDown={onKeyDown}
        className="flex size-7 shrink-0 items-center justify-center rounded-full opacity-70 hover:opacity-100 pointer-coarse:size-10"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  );
}
