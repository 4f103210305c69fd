import type { Tone } from "@intellibox/contract/rules/choices";
import { checkMail } from "@intellibox/contract/rules/mail-check/mail-check";
import type { CheckedThread, Finding, Fix, MailPerson } from "@intellibox/contract/rules/mail-check/types";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { ChevronDown, ListChecks, TriangleAlert } from "lucide-react";
import { type RefObject, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { ownWords } from "#lib/mail/outgoing.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { FileChooser } from "../attachments.tsx";
import { changesOf, type WrittenMail } from "./apply-fix.ts";
import { fixWords, wordsOf } from "./finding-words.ts";

/** The question of a page before it sends. */
export type MailCheckHandle = {
  /** True if something grave was found: the user is asked, and `send` is called if the mail shall go all the same. */
  holdsBack: (send: () => void) => boolean;
};

export type MailCheckProps = {
  mail: WrittenMail;
  /** The mail as it is now, also before the next render. */
  latest: () => WrittenMail;
  hasFiles: boolean;
  /** The addresses of the writer, and people whom the writer knows. */
  own: readonly string[];
  known: readonly MailPerson[];
  thread?: CheckedThread | undefined;
  /** The chosen tone, if an assistant wrote with it. */
  tone?: Tone | undefined;
  onChange: (changes: Partial<WrittenMail>) => void;
  onFiles: (files: File[]) => void;
  /** Selects the first placeholder in the text. */
  onFill: () => void;
  onRewrite: (as: "formal" | "friendlier") => void;
  handleRef: RefObject<MailCheckHandle | null>;
};

/** The mail is checked when its writer has paused for so long. */
const pauseMs = 700;

/** Lists likely mistakes in a mail that is being written, each with a fix in one click. */
export function MailCheck(props: MailCheckProps) {
  const { mail, latest, hasFiles, thread, tone, own, known, handleRef } = props;
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set());
  const [held, setHeld] = useState<{ found: Finding[]; send: () => void } | null>(null);
  const check = ({ to, cc, bcc, subject, html }: WrittenMail) => {
    const now = new Date();
    return checkMail({
      ...{ to: addressesOf(to), cc: addressesOf(cc), bcc: addressesOf(bcc), subject, hasFiles },
      ...{ own, known, thread, tone },
      text: htmlToText(ownWords(html)),
      today: { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() },
    });
  };
  const paused = useDebouncedValue(mail, pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `check` reads nothing else that changes
  const all = useMemo(() => check(paused), [paused, hasFiles, known, own.join(), thread?.text, tone]);
  const found = all.filter(({ key }) => !ignored.has(key));
  const ignore = (findings: readonly Finding[]) => {
    const next = new Set([...ignoredNow.current, ...findings.map(({ key }) => key)]);
    ignoredNow.current = next;
    setIgnored(next);
  };
  /** A copy of `ignored` for a send that comes before the next render. */
  const ignoredNow = useRef<ReadonlySet<string>>(ignored);
  useImperativeHandle(handleRef, () => ({
    holdsBack: (send) => {
      const grave = check(latest()).filter(({ key, isGrave }) => isGrave && !ignoredNow.current.has(key));
      if (grave.length > 0) setHeld({ found: grave, send });
      return grave.length > 0;
    },
  }));
  const input = useRef<HTMLInputElement>(null);
  const fix = (wanted: Fix) => {
    if (wanted.type === "attach") return input.current?.click();
    if (wanted.type === "fill") return props.onFill();
    if (wanted.type === "rewrite") return props.onRewrite(wanted.as === "formal" ? "formal" : "friendlier");
    props.onChange(changesOf(wanted, latest()));
  };
  return (
    <>
      {found.length > 0 && <Findings {...{ found, fix }} onIgnore={(one) => ignore([one])} />}
      <FileChooser inputRef={input} onFiles={props.onFiles} />
      {held && (
        <Confirm
          title={t("Send this mail all the same?")}
          action={t("Send anyway")}
          danger={false}
          onCancel={() => setHeld(null)}
          onConfirm={() => {
            ignore(held.found);
            setHeld(null);
            held.send();
          }}
        >
          <ul className="flex flex-col gap-1.5 [overflow-wrap:anywhere]">
            {held.found.map((one) => (
              <li key={one.key}>{wordsOf(one)}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </>
  );
}

const addressesOf = (line: string) => parseRecipients(line).addresses;

type FindingsProps = { found: Finding[]; fix: (fix: Fix) => void; onIgnore: (finding: Finding) => void };

/** The list of findings, which can be folded to a line. */
function Findings({ found, fix, onIgnore }: FindingsProps) {
  const [isOpen, setIsOpen] = useState(true);
  const listId = useId();
  const heading = t(
    "{count, plural, one {# thing to check before you send} other {# things to check before you send}}",
    {
      count: found.length,
    },
  );
  return (
    <section aria-label={t("Before you send")} className="shrink-0 border-t border-line bg-subtle">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 px-4 text-start text-sm font-medium hover:bg-hover focus-visible:-outline-offset-2 md:px-6 pointer-coarse:min-h-11"
      >
        <ListChecks className="size-4 shrink-0 text-text-3" aria-hidden="true" />
        <span className="min-w-0 flex-1">{heading}</span>
        <ChevronDown className={classNames("size-4 shrink-0 text-text-3", isOpen && "rotate-180")} aria-hidden="true" />
      </button>
      <p role="status" className="sr-only">
        {heading}
      </p>
      <ul id={listId} hidden={!isOpen} className="max-h-44 overflow-y-auto pb-2">
        {found.map((one) => (
          <li
            key={one.key}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1 text-sm md:px-6 [overflow-wrap:anywhere]"
          >
            {one.isGrave && <TriangleAlert className="size-4 shrink-0 text-warn" aria-label={t("Important")} />}
            <p className="min-w-0 flex-1 basis-56 text-text-2">{wordsOf(one)}</p>
            <span className="flex flex-wrap gap-1">
              {one.fix && (
                <Button
                  size="sm"
                  onClick={() => one.fix && fix(one.fix)}
                  className="max-w-64 !whitespace-normal !h-auto min-h-7 py-0.5"
                >
                  {fixWords(one.fix, one)}
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={() => onIgnore(one)}>
                {t("Ignore")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
