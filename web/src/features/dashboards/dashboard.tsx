import { type Access, landingPage, may } from "@intellibox/contract/rules/access";
import type { UseQueryResult } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { Link } from "#lib/router/link.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { useLiveDashboard } from "#api/dashboards.ts";
import { StatRowSkeleton } from "#components/chart/stat-card.tsx";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { Segmented } from "#components/ui/segmented.tsx";

type DashboardProps<Data> = {
  heading: (data: Data | undefined) => string;
  /** The live figures. */
  live: UseQueryResult<Data>;
  /** The sample figures, shown until there is activity, and whenever the user chooses them. */
  sample: () => Data;
  children: (data: Data, isSample: boolean) => ReactNode;
};

const choices = [
  { value: "live", label: "Live" },
  { value: "sample", label: "Sample" },
] as const;

/** The frame of the three dashboards: the choice of live or sample figures, and the loading and error states. */
export function Dashboard<Data extends { hasActivity: boolean }>(props: DashboardProps<Data>) {
  const { heading, live, sample, children } = props;
  const [chosen, setChosen] = useState<"live" | "sample" | null>(null);
  const [sampleData] = useState(sample);
  useLiveDashboard();
  const { data, error, refetch } = live;
  if (error instanceof ApiError && error.status === 403 && !data) return <NoAccess />;

  const shown = chosen ?? (data && !data.hasActivity ? "sample" : "live");
  const isSample = shown === "sample";
  const figures = isSample ? sampleData : data;
  return (
    <Page
      width="wide"
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {heading(figures)}
          {isSample && (
            <Badge tone="warn" size="lg">
              Sample data
            </Badge>
          )}
        </span>
      }
      description={
        isSample && data && !data.hasActivity
          ? "Sample numbers are shown until you send or receive your first email."
          : undefined
      }
      actions={<Segmented label="Figures" choices={choices} value={shown} onChange={setChosen} />}
    >
      {figures ? (
        <div className="flex flex-col gap-5 pb-6">{children(figures, isSample)}</div>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** Shows a dashboard to users with access. Others get a link to their own dashboard. */
export function ForRole({ access, children }: { access: Access; children: ReactNode }) {
  const { user } = useSignedIn();
  return may(user.roleCode, access) ? children : <NoAccess />;
}

function NoAccess() {
  const { user } = useSignedIn();
  return (
    <Empty
      icon={<Lock className="size-7" strokeWidth={1.5} />}
      action={
        <Link to={landingPage(user.roleCode)} className={buttonClass({ variant: "primary" })}>
          Go to my dashboard
        </Link>
      }
    >
      You do not have access to this dashboard.
    </Empty>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading…</span>
      <StatRowSkeleton />
      <Skeleton className="appear-late h-90 rounded-panel" />
    </div>
  );
}
