import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { followUpsQuery, useLiveFollowUps } from "#api/follow-ups.ts";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { FollowUpCard } from "#components/writing/follow-up-card.tsx";
import { useFollowUpActions } from "#state/follow-up-mutations.ts";

/** The due follow-ups, each with its draft. Hidden if there are none. */
export function FollowUps() {
  const { data } = useQuery({ ...followUpsQuery, retry: false });
  useLiveFollowUps();
  if (!data?.length) return null;
  return (
    <SectionPanel title={t("Follow-ups")} hint={t("{count} without an answer", { count: data.length })}>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line">
        {data.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </SectionPanel>
  );
}

function Item({ item }: { item: FollowUp }) {
  return <FollowUpCard item={item} actions={useFollowUpActions(item)} />;
}
