import { Page } from "#components/ui/page.tsx";
import { FactorList } from "./factor-list.tsx";
import { SessionList } from "./session-list.tsx";

/** How the user signs in, and where the user is signed in. */
export function SecurityTab() {
  return (
    <Page width="form">
      <div className="flex flex-col gap-10">
        <FactorList />
        <SessionList />
      </div>
    </Page>
  );
}
