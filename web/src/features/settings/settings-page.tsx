import { Empty } from "#components/states.tsx";

export function SettingsPage() {
  return <Empty>Settings are not available in this version yet.</Empty>;
}
