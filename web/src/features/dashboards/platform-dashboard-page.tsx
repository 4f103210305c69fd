import { Empty } from "#components/states.tsx";

export function PlatformDashboardPage() {
  return <Empty>The figures of all companies are not available in this version yet.</Empty>;
}
