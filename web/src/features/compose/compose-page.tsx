import { Empty } from "#components/states.tsx";

export function ComposePage() {
  return <Empty>Writing mail is not available in this version yet.</Empty>;
}
