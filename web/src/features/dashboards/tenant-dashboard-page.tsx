import { Empty } from "#components/states.tsx";

export function TenantDashboardPage() {
  return <Empty>Your company's figures are not available in this version yet.</Empty>;
}
