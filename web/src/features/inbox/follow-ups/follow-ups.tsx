import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { BellRing, ChevronDown } from "lucide-react";
import { useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { followUpsQuery, useLiveFollowUps } from "#api/follow-ups.ts";
import { FollowUpList } from "./follow-up-list.tsx";

/** The follow-ups above the message list: collapsed at first, and hidden if there are none. */
export function FollowUps() {
  const { data } = useQuery({ ...followUpsQuery, retry: false });
  const [isOpen, setIsOpen] = useState(false);
  useLiveFollowUps();
  if (!data?.length) return null;
  return (
    <section aria-label={t("Follow-ups")} className="flex max-h-[55%] shrink-0 flex-col border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-10 shrink-0 items-center gap-2.5 px-4 text-start text-sm text-text hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:h-12"
      >
        <BellRing className="size-4 text-warn" aria-hidden="true" />
        <span className="font-medium">{t("Follow-ups")}</span>
        <span className="rounded-full bg-warn-bg px-2 text-xs font-medium text-warn tabular-nums">{data.length}</span>
        <ChevronDown
          className={classNames("ms-auto size-4 text-text-3 transition-transform", isOpen && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      {isOpen && <FollowUpList items={data} />}
    </section>
  );
}
