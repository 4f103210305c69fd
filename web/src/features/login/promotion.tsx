import { t } from "@intellibox/contract/text/t";
import { Check, Inbox, Reply } from "lucide-react";
import { classNames } from "#lib/class-names.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";

const points = [
  {
    title: t("Unified inbox"),
    long: t("All accounts in one list, each with its own colour."),
    short: t("Gmail, Outlook and IMAP in one list."),
    icon: <Inbox className="size-4" aria-hidden="true" />,
  },
  {
    title: t("AI summaries"),
    long: t("Key points, an action plan and a timeline."),
    short: t("Key points, actions and a timeline."),
    icon: <AiIcon className="size-4" />,
  },
  {
    title: t("One-click replies"),
    long: t("Pick an answer, adjust the tone, send."),
    short: t("Pick an answer, set the tone, send."),
    icon: <Reply className="size-4" aria-hidden="true" />,
  },
];

/** Shown beside the form on wide screens. */
export function Promotion() {
  return (
    <aside aria-label={t("What Intellibox does")} className="p-2 max-lg:hidden">
      <div className="flex h-full flex-col justify-center overflow-hidden rounded-dialog bg-promotion px-[8%] py-14 text-white">
        <div className="mx-auto w-full max-w-[548px]">
          <p className="text-4xl font-semibold">
            {t("Every mailbox.")}
            <br />
            {t("One calm inbox.")}
          </p>
          <p className="mt-4 max-w-[430px] text-md text-promotion-text">
            {t(
              "Gmail, Outlook and IMAP arrive in a single list. Long threads become a short summary, and a reply is one click away.",
            )}
          </p>
          <Illustration />
          <ul className="mt-11 grid grid-cols-3 gap-6">
            {points.map(({ title, long }) => (
              <li key={title}>
                <p className="text-sm font-semibold">{title}</p>
                <p className="text-sm text-promotion-text">{long}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}

/** The short version, below the form on small screens. */
export function ShortPromotion() {
  return (
    <ul className="mt-9 flex flex-col gap-5 border-t border-line pt-6 lg:hidden">
      {points.map(({ title, short, icon }) => (
        <li key={title} className="flex items-center gap-3">
          <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-selected text-accent-text">
            {icon}
          </span>
          <span className="text-sm">
            <span className="block font-medium">{title}</span>
            <span className="block text-text-2">{short}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const rows = [
  {
    initials: "PN",
    name: "Priya Nair",
    subject: t("Re: Q3 supply contract, revised terms"),
    time: "9:41",
    bar: "bg-promotion-gmail",
  },
  {
    initials: "DO",
    name: "Daniel Okafor",
    subject: t("Invoice INV-2093 approved"),
    time: "9:12",
    bar: "bg-promotion-outlook",
  },
  {
    initials: "KR",
    name: "Kavya Rao",
    subject: t("Site visit moved to Thursday"),
    time: "8:57",
    bar: "bg-promotion-imap",
  },
];
const keyPoints = [
  t("Unit price drops to ₹412 above 5,000 pieces."),
  t("Priya needs the signed copy by Friday, 6 pm."),
  t("Freight stays with Meridian; insurance is still open."),
];
const sources = [
  { name: "Gmail", dot: "bg-promotion-gmail" },
  { name: "Outlook", dot: "bg-promotion-outlook" },
  { name: "IMAP", dot: "bg-promotion-imap" },
];

/** An illustration in HTML: sharp at every size, right in both themes, and no file to load. */
function Illustration() {
  return (
    <div aria-hidden="true" className="relative mt-11 pe-6 pb-42 select-none">
      <div className="rounded-dialog border border-promotion-line bg-promotion-card px-2 pt-2 pb-4">
        <div className="flex items-center gap-3 px-3 py-1.5 text-xs text-promotion-text">
          <span className="flex-1">{t("Unified inbox")}</span>
          {sources.map(({ name, dot }) => (
            <span key={name} className="flex items-center gap-1.5">
              <span className={`size-1.5 rounded-full ${dot}`} />
              {name}
            </span>
          ))}
        </div>
        {rows.map((row, index) => (
          <div
            key={row.initials}
            className={classNames(
              "flex items-center gap-3 rounded-panel px-3 py-2.5",
              index === 0 && "bg-promotion-row",
            )}
          >
            <span className={`h-8 w-[3px] rounded-full ${row.bar}`} />
            <span className="flex size-8 items-center justify-center rounded-full bg-promotion-row text-2xs font-semibold">
              {row.initials}
            </span>
            <span className="min-w-0 flex-1 text-sm">
              <span className={classNames("block", index < 2 && "font-semibold")}>{row.name}</span>
              <span className="block truncate text-promotion-text">{row.subject}</span>
            </span>
            <span className="text-xs text-promotion-text tabular-nums">{row.time}</span>
          </div>
        ))}
      </div>
      <SummaryCard />
    </div>
  );
}

function SummaryCard() {
  return (
    <div className="ai-edge absolute end-0 bottom-0 start-14 rounded-dialog bg-surface p-4 text-text shadow-popup">
      <p className="flex items-center gap-2 text-sm font-semibold">
        <AiIcon />
        <span className="flex-1">{t("AI summary")}</span>
        <span className="text-xs font-normal text-text-3">{t("14 messages, 3 points")}</span>
      </p>
      <ul className="mt-2.5 flex flex-col gap-1.5 text-sm text-text-2">
        {keyPoints.map((point) => (
          <li key={point} className="flex items-center gap-2">
            <Check className="size-3.5 shrink-0 text-accent-text" />
            {point}
          </li>
        ))}
      </ul>
      <p className="mt-3.5 flex flex-wrap gap-2 text-xs font-medium">
        <span className="rounded-control bg-accent px-3 py-1.5 text-white">{t("Confirm Friday")}</span>
        <span className="rounded-control border border-line-strong px-3 py-1.5">{t("Ask about insurance")}</span>
        <span className="rounded-control border border-line-strong px-3 py-1.5">{t("Request a call")}</span>
      </p>
    </div>
  );
}
