import { Empty } from "#components/states.tsx";

export function ProfilePage() {
  return <Empty>Editing your profile is not available in this version yet.</Empty>;
}
