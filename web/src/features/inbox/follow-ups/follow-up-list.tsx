import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { FollowUpCard } from "#components/writing/follow-up-card.tsx";
import { useFollowUpActions } from "#state/follow-up-mutations.ts";

export function FollowUpList({ items }: { items: readonly FollowUp[] }) {
  return (
    <ul className="min-h-0 divide-y divide-line overflow-y-auto border-t border-line">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Item({ item }: { item: FollowUp }) {
  return <FollowUpCard item={item} actions={useFollowUpActions(item)} />;
}
