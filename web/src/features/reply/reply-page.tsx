import { Empty } from "#components/states.tsx";

export function ReplyPage() {
  return <Empty>Replying is not available in this version yet.</Empty>;
}
