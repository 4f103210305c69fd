import { Empty } from "#components/states.tsx";

export function MailServersPage() {
  return <Empty>Mail configuration is not available in this version yet.</Empty>;
}
