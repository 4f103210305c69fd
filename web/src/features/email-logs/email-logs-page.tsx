import { Empty } from "#components/states.tsx";

export function EmailLogsPage() {
  return <Empty>The email log is not available in this version yet.</Empty>;
}
