import { t } from "@intellibox/contract/text/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, reloadInbox, useSync } from "#api/inbox.ts";
import { useLiveInbox } from "#api/inbox-live.ts";
import { Alert } from "#components/ui/alert.tsx";
import { PageSkeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { InboxCounts, InboxHeader } from "./inbox-header.tsx";
import { RefreshControl } from "./refresh-control.tsx";
import { type RuleParts, RulePartsContext } from "./rule-parts.ts";
import { UnifiedTab } from "./unified-tab.tsx";
import { useInboxAddress } from "./use-inbox-address.ts";

const ConnectionsTab = lazy(() =>
  import("./connections/connections-tab.tsx").then((m) => ({ default: m.ConnectionsTab })),
);

const SyncSettingsTab = lazy(() =>
  import("./sync-settings/sync-settings-tab.tsx").then((m) => ({ default: m.SyncSettingsTab })),
);

const FollowUpsView = lazy(() =>
  import("./follow-ups/follow-ups-view.tsx").then((m) => ({ default: m.FollowUpsView })),
);

const SendersView = lazy(() => import("./senders/senders-view.tsx").then((m) => ({ default: m.SendersView })));

export function InboxPage({ rules }: { rules: RuleParts }) {
  const cache = useQueryClient();
  const address = useInboxAddress();
  const mailboxes = useQuery(mailboxesQuery);
  const [failure, setFailure] = useState<string | null>(null);
  const [isReloading, setIsReloading] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const syncing = useSync();
  useLiveInbox();

  const reload = async () => {
    setIsReloading(true);
    try {
      await reloadInbox(cache);
    } catch (error) {
      setFailure(messageOf(error, t("Failed to load messages")));
    } finally {
      setIsReloading(false);
    }
  };
  const sync = (mailboxId?: string) =>
    syncing.mutate(mailboxId, { onError: (error) => setFailure(messageOf(error, t("Sync failed"))) });
  const resume = async () => {
    const { resumeMailboxes } = await import("./sync-settings/resume.ts");
    await resumeMailboxes(resumable).then(dismissProblem, (error: Error) => setFailure(error.message));
  };
  const refresh = () => {
    sync(address.mailbox || undefined);
    void reload();
  };
  const isReading = address.tab === "inbox" && address.message !== "";
  const problem = failure ?? mailboxes.error?.message;
  const wanted = syncing.variables;
  // A sync that was refused because of them offers to resume them.
  const paused = (failure && failure === syncing.error?.message && mailboxes.data) || [];
  const resumable = paused.filter(({ id, isPaused }) => isPaused && (!wanted || id === wanted)).map(({ id }) => id);

  const tabs: { value: typeof address.tab; label: string; panel: ReactNode }[] = [
    {
      value: "inbox",
      label: t("Unified Inbox"),
      panel: address.isFollowUps ? (
        <Suspense fallback={<PageSkeleton />}>
          <FollowUpsView />
        </Suspense>
      ) : (
        <RulePartsContext value={rules}>
          <UnifiedTab
            address={address}
            mailboxes={mailboxes.data}
            onFailure={setFailure}
            onFocusSearch={() => search.current?.focus()}
            onRefresh={refresh}
          />
        </RulePartsContext>
      ),
    },
    {
      value: "connections",
      label: t("Connections"),
      panel: (
        <Suspense fallback={<PageSkeleton />}>
          <ConnectionsTab mailboxes={mailboxes.data} onFailure={setFailure} onSync={sync} />
        </Suspense>
      ),
    },
    {
      value: "rules",
      label: t("Rules & Automations"),
      panel: (
        <Suspense fallback={<PageSkeleton />}>
          <rules.Tab />
        </Suspense>
      ),
    },
    {
      value: "settings",
      label: t("Sync Settings"),
      panel: (
        <Suspense fallback={<PageSkeleton />}>
          <SyncSettingsTab mailboxes={mailboxes.data} shown={address.mailbox} onFailure={setFailure} onSync={sync} />
        </Suspense>
      ),
    },
  ];

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className={classNames("shrink-0", isReading && "max-md:hidden")}>
        <InboxHeader
          query={address.q}
          onSearch={address.search}
          searchRef={search}
          onSenders={() => address.showSenders(true)}
          refresh={
            <RefreshControl
              isBusy={isReloading || syncing.isPending}
              onRefresh={refresh}
              onReload={() => void reload()}
              onSync={() => sync(address.mailbox || undefined)}
              onSyncAll={address.mailbox ? () => sync() : undefined}
            />
          }
        />
      </div>
      {problem && (
        <Alert
          kind="bad"
          className="mx-4 my-1.5 shrink-0 md:mx-5"
          onDismiss={() => dismissProblem()}
          action={
            resumable.length > 0 && (
              <Button size="sm" onClick={resume}>
                {t("Resume")}
              </Button>
            )
          }
        >
          {problem}
        </Alert>
      )}
      {address.isSenders ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Suspense fallback={<PageSkeleton />}>
            <SendersView onBack={() => address.showSenders(false)} onOpen={address.leaveSendersFor} />
          </Suspense>
        </div>
      ) : (
        <Tabs
          label={t("Inbox")}
          tabs={tabs}
          value={address.tab}
          onChange={address.showTab}
          className="flex min-h-0 flex-1 flex-col"
          isQuiet
          listClass={isReading ? "max-md:hidden" : ""}
          aside={
            <InboxCounts
              mailboxes={mailboxes.data}
              isSearch={address.q !== ""}
              // On a phone they would cover the tab that is open.
              className={address.tab === "inbox" ? "" : "max-md:hidden"}
            />
          }
          panelClass="min-h-0 flex-1 overflow-y-auto"
        />
      )}
    </div>
  );

  function dismissProblem() {
    setFailure(null);
    // Without a refetch the mailboxes would never load, and the alert would come back.
    if (mailboxes.error) void mailboxes.refetch();
  }
}
