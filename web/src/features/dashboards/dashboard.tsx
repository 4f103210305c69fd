import { type Access, landingPage, may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChartColumn, Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { Link } from "#lib/router/link.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { useLiveDashboard } from "#api/dashboards.ts";
import { StatRowSkeleton } from "#components/chart/stat-card.tsx";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { useSampleChoice } from "./sample-choice.ts";

type DashboardProps<Data> = {
  heading: (data: Data | undefined) => string;
  /** The live figures. */
  live: UseQueryResult<Data>;
  /** The sample figures, shown only if the user chooses them. */
  sample: () => Data;
  children: (data: Data, isSample: boolean) => ReactNode;
};

/** The frame of the three dashboards: the first steps, the choice of sample figures, and the loading and error states. */
export function Dashboard<Data>(props: DashboardProps<Data>) {
  const { heading, live, sample, children } = props;
  const { user } = useSignedIn();
  const [isSample, setIsSample] = useSampleChoice(user._id);
  const [sampleData] = useState(sample);
  useLiveDashboard();
  const { data, error, refetch } = live;
  if (error instanceof ApiError && error.status === 403 && !data) return <NoAccess />;

  const figures = isSample ? sampleData : data;
  return (
    <Page
      width="wide"
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {heading(figures)}
          {isSample && (
            <Badge tone="warn" size="lg">
              {t("Sample data")}
            </Badge>
          )}
        </span>
      }
      description={isSample ? t("These numbers are made up, to show what this page will look like.") : undefined}
      actions={
        isSample ? (
          <Button onClick={() => setIsSample(false)}>{t("Show my numbers")}</Button>
        ) : (
          <Button variant="ghost" onClick={() => setIsSample(true)}>
            {t("Show sample numbers")}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5 pb-6">
        {!isSample && <FirstSteps />}
        {figures ? (
          children(figures, isSample)
        ) : error ? (
          <Failed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </Page>
  );
}

/** Stands in place of figures that do not exist yet, and says how to get them. */
export function NoActivity({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-panel border border-line">
      <Empty icon={<ChartColumn className="size-7" strokeWidth={1.5} />} action={action}>
        {children}
      </Empty>
    </div>
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
          {t("Go to my dashboard")}
        </Link>
      }
    >
      {t("You do not have access to this dashboard.")}
    </Empty>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{t("Loading…")}</span>
      <StatRowSkeleton />
      <Skeleton className="appear-late h-90 rounded-panel" />
    </div>
  );
}
