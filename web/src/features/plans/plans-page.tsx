import { Empty } from "#components/states.tsx";

export function PlansPage() {
  return <Empty>Managing plans is not available in this version yet.</Empty>;
}
