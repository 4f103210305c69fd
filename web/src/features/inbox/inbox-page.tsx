import { Empty } from "#components/states.tsx";

export function InboxPage() {
  return <Empty>The inbox is not available in this version yet.</Empty>;
}
