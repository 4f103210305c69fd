import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { useSearchParams } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { mergeQuery, useLiveMerges } from "#api/mail-merges.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { CompanyMerges } from "./company-merges.tsx";
import { MergeDraft } from "./merge-draft.tsx";
import { MergeList } from "./merge-list.tsx";
import { MergeRun } from "./merge-run.tsx";
import { SuppressedAddresses } from "./suppressed-addresses.tsx";

/** Personal mail to many: the list of mail merges, or the one that the address names. */
export function MailMergePage() {
  const [search] = useSearchParams();
  useLiveMerges();
  const id = search.get("run");
  return id ? <OneMerge key={id} id={id} /> : <Merges />;
}

type View = "own" | "company" | "suppressed";

function Merges() {
  const isAdmin = may(useSignedIn().user.roleCode, "admin");
  const [search, setSearch] = useSearchParams();
  if (!isAdmin) return <MergeList />;
  const asked = search.get("view");
  const view: View = asked === "company" || asked === "suppressed" ? asked : "own";
  return (
    <Tabs
      label={t("Mail merges")}
      value={view}
      onChange={(next) => setSearch(next === "own" ? {} : { view: next })}
      className="flex h-full min-h-0 flex-col"
      panelClass="flex min-h-0 flex-1 flex-col"
      tabs={[
        { value: "own", label: t("Mine"), panel: <MergeList /> },
        { value: "company", label: t("Company"), panel: <CompanyMerges /> },
        { value: "suppressed", label: t("Suppressed addresses"), panel: <SuppressedAddresses /> },
      ]}
    />
  );
}

function OneMerge({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(mergeQuery(id));
  if (!data && error)
    return (
      <Failed message={messageOf(error, t("The mail merge could not be loaded."))} onRetry={() => void refetch()} />
    );
  if (!data) return <PageSkeleton />;
  return data.state === "draft" ? <MergeDraft merge={data} /> : <MergeRun merge={data} />;
}
