import { Empty } from "#components/states.tsx";

export function UserDashboardPage() {
  return <Empty>Your figures are not available in this version yet.</Empty>;
}
