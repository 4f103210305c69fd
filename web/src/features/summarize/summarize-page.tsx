import { Empty } from "#components/states.tsx";

export function SummarizePage() {
  return <Empty>Summaries are not available in this version yet.</Empty>;
}
