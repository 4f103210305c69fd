import type { Person, PersonMail } from "@intellibox/contract/endpoints/people";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Combine, Download, Mail, Pencil, Search, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { bytes, dayMonthYear } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { nameOf } from "#lib/person-name.ts";
import { Link } from "#lib/router/link.tsx";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { saveAttachment } from "#api/mail-files.ts";
import { personMailQuery, personQuery } from "#api/people.ts";
import { Failed, PageSkeleton, Skeleton } from "#components/ui/async-states.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { PersonForm } from "./person-form.tsx";
import { useRemoval } from "./person-words.tsx";
import { useWriteMail } from "./use-write-mail.ts";

/** The card of a person: what is known, the last conversations and the last files. */
export function PersonPage({ id }: { id: string }) {
  const { data: person, error, refetch } = useQuery(personQuery(id));
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} className="h-full" />;
  if (!person) return <PageSkeleton />;
  return <Card person={person} />;
}

const icon = "size-4";

function Card({ person }: { person: Person }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"edit" | "merge" | null>(null);
  const write = useWriteMail();
  const remove = useRemoval(() => void navigate("/people"));
  const [first = ""] = person.addresses;
  const name = nameOf(person);
  return (
    <Page width="wide">
      <Link to="/people" className={`${buttonClass({ variant: "ghost", size: "sm" })} mb-3 -ms-2`}>
        <ArrowLeft className={`${icon} rtl:rotate-180`} aria-hidden="true" />
        {t("All people")}
      </Link>
      <header className="flex flex-wrap items-center gap-4 pb-5">
        <Avatar name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-xl font-semibold [overflow-wrap:anywhere] text-text">
            {name}
          </h2>
          <p dir="auto" className="text-sm text-text-3">
            {[person.jobTitle, person.company].filter(Boolean).join(" · ")}
          </p>
        </div>
        {person.isColleague && <Badge tone="accent">{t("Colleague")}</Badge>}
      </header>
      <div className="flex flex-wrap gap-2 pb-6">
        <Button variant="primary" icon={<Mail className={icon} aria-hidden="true" />} onClick={() => write(first)}>
          {t("Write mail")}
        </Button>
        <Link to={`/inbox?${new URLSearchParams({ q: `from:${first}` })}`} className={buttonClass()}>
          <Search className={icon} aria-hidden="true" />
          {t("All mail")}
        </Link>
        <Button icon={<Pencil className={icon} aria-hidden="true" />} onClick={() => setDialog("edit")}>
          {t("Edit")}
        </Button>
        {person.isStored && (
          <>
            <Button icon={<Combine className={icon} aria-hidden="true" />} onClick={() => setDialog("merge")}>
              {t("Merge…")}
            </Button>
            <Button
              variant="danger-ghost"
              icon={<Trash2 className={icon} aria-hidden="true" />}
              onClick={() => remove(person)}
            >
              {t("Delete")}
            </Button>
          </>
        )}
      </div>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Facts person={person} />
        <MailOf id={person.id} />
      </div>
      {dialog === "edit" && <PersonForm person={person} onClose={() => setDialog(null)} />}
      {dialog === "merge" && <MergeDialog person={person} onClose={() => setDialog(null)} />}
    </Page>
  );
}

function Facts({ person }: { person: Person }) {
  const lines: [string, ReactNode][] = [
    [
      t("Email"),
      person.addresses.map((address) => (
        <span key={address} className="block">
          {address}
        </span>
      )),
    ],
    [t("Phone"), person.phone && <a href={`tel:${person.phone.replaceAll(/[^+\d]/g, "")}`}>{person.phone}</a>],
    [t("Company"), person.company],
    [t("Job title"), person.jobTitle],
    [t("Mail"), mailCounts(person)],
    [t("Notes"), person.notes && <span className="whitespace-pre-wrap">{person.notes}</span>],
  ];
  return (
    <Section title={t("Details")}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 text-sm">
        {lines.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-text-3">{label}</dt>
                <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere] text-text">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  );
}

const mailCounts = ({ sent, received }: Person) => t("{sent} sent, {received} received", { sent, received });

function MailOf({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(personMailQuery(id));
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Section title={t("Last conversations")}>
        {data.conversations.length === 0 ? (
          <p className="text-sm text-text-3">{t("No mail lately.")}</p>
        ) : (
          <ul className="-mx-2">
            {data.conversations.map(({ messageId, subject, date }) => (
              <li key={messageId}>
                <Link
                  to={`/inbox?${new URLSearchParams({ message: messageId })}`}
                  className="flex min-h-9 items-center gap-3 rounded-item px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
                >
                  <span dir="auto" className="min-w-0 flex-1 truncate text-text">
                    {subject || t("(no subject)")}
                  </span>
                  <time dateTime={date.toISOString()} className="shrink-0 text-xs text-text-3">
                    {dayMonthYear(date)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {data.files.length > 0 && (
        <Section title={t("Last files")}>
          <ul className="-mx-2">
            {data.files.map((file) => (
              <li key={`${file.messageId} ${file.part}`}>
                <FileButton file={file} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function FileButton({ file }: { file: PersonMail["files"][number] }) {
  const save = () =>
    void saveAttachment(file.messageId, file).catch((error) =>
      toast.error(messageOf(error, t("Download failed")), screenToast),
    );
  return (
    <button
      type="button"
      aria-label={t("Download {name}", { name: file.fileName })}
      onClick={save}
      className="flex min-h-9 w-full items-center gap-3 rounded-item px-2 text-start text-sm hover:bg-hover pointer-coarse:min-h-11"
    >
      <Download className={`${icon} shrink-0 text-text-3`} aria-hidden="true" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-text">
        {file.fileName}
      </span>
      <span className="shrink-0 text-xs text-text-3">{bytes(file.size)}</span>
    </button>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0 rounded-panel border border-line p-4">
    <h3 className="pb-3 text-sm font-semibold text-text">{title}</h3>
    {children}
  </section>
);
