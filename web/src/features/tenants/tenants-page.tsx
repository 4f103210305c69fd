import { Empty } from "#components/states.tsx";

export function TenantsPage() {
  return <Empty>Managing companies is not available in this version yet.</Empty>;
}
