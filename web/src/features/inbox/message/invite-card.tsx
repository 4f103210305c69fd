import { t } from "@intellibox/contract/text/t";
import { CalendarDays, Download } from "lucide-react";
import { useMemo } from "react";
import { saveFile } from "#lib/http/download.ts";
import { timeZone } from "#lib/time-zone.ts";
import { Button } from "#components/ui/button.tsx";
import { isCancelled, readInvite } from "./read-invite.ts";

/** The invitation of a message as a card. Its values are plain text, whatever the file contains. Nothing if the file has no event. */
export function InviteCard({ calendar }: { calendar: string }) {
  const facts = useMemo(() => readInvite(calendar.slice(0, maxRead), timeZone()), [calendar]);
  if (!facts || facts.length === 0) return null;
  const save = () => saveFile(new Blob([calendar], { type: "text/calendar;charset=utf-8" }), "invite.ics");
  return (
    <section aria-label={t("Invitation")} className="rounded-panel border border-line bg-subtle px-4 py-3">
      <header className="mb-2 flex items-center gap-2">
        <CalendarDays className="size-4 text-text-2" aria-hidden="true" />
        <h3 className="flex-1 text-sm font-semibold text-text">
          {isCancelled(calendar.slice(0, maxRead)) ? t("Cancelled event") : t("Invitation")}
        </h3>
        <Button size="sm" icon={<Download className="size-3.5" aria-hidden="true" />} onClick={save}>
          {t("Add to calendar")}
        </Button>
      </header>
      <InviteFacts facts={facts} />
    </section>
  );
}

/** Longer files have many attendees or attachments. The facts of the event come first. */
const maxRead = 200_000;

export const InviteFacts = ({ facts }: { facts: [label: string, words: string][] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
    {facts.map(([label, words]) => (
      <div key={label} className="contents">
        <dt className="text-text-3">{label}</dt>
        <dd className="line-clamp-6 [overflow-wrap:anywhere] whitespace-pre-wrap text-text">{words}</dd>
      </div>
    ))}
  </dl>
);
