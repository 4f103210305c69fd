import { useSignedIn } from "#lib/session.ts";
import { Alert } from "#components/alert.tsx";
import { Page } from "#components/page.tsx";
import { Empty } from "#components/states.tsx";

export function AiSettingsPage() {
  const { user } = useSignedIn();
  if (user.roleCode === "SUPER_ADMIN") return <Empty>AI configuration is not available in this version yet.</Empty>;
  return (
    <Page width="form">
      <Alert kind="info">Only SUPER_ADMIN can manage AI settings.</Alert>
    </Page>
  );
}
