import { Page } from "#components/ui/page.tsx";
import { WebhookList } from "../webhooks/webhook-list.tsx";
import { KeyList } from "./key-list.tsx";
import { ProposalList } from "./proposal-list.tsx";

/** The programs that work for the user. */
export function ProgramsTab() {
  return (
    <Page width="form">
      <div className="flex flex-col gap-10">
        <ProposalList />
        <KeyList owner="person" />
        <WebhookList owner="person" />
      </div>
    </Page>
  );
}
