import { z } from "zod";
import { type Job, job } from "#db/queue.ts";
import { openVisitor, type Visitor, type World } from "#scope.ts";
import { purgePasswordLinks } from "#features/auth/password-links.ts";
import { purgeSessions } from "#features/auth/sessions.ts";
import { purgeFailures } from "#features/auth/throttle.ts";
import { fold, foldActivity, purgeActivity, purgeQuarters } from "#features/dashboards/fold-activity.ts";
import { beat, heartbeat } from "#features/dashboards/heartbeat.ts";
import { loadDemoMail, loadMail } from "#features/demo/mail/load-mail.ts";
import { writeDueDrafts, writeFollowUps } from "#features/follow-ups/write-drafts.ts";
import { closeAbandonedTests } from "#features/mail-servers/test-mail-server.ts";
import { purgeAttempts } from "#features/mailboxes/oauth/attempts.ts";
import { keepChannel, wakeDueChannels } from "#features/mailboxes/push/channels.ts";
import { findDueChannels, keepChannelJob } from "#features/mailboxes/push/jobs.ts";
import { purgeNotices } from "#features/mailboxes/push/notices.ts";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { wakeOutbox } from "#features/outbox/drain-job.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { purge, purgeOutbox, recover, recoverOutbox } from "#features/outbox/recovery.ts";
import { keepCopy, keepSentCopy } from "#features/outbox/sent-copies.ts";
import { sortInNewWords, tidySearch } from "#features/search/flush-pending-list.ts";
import { rereadAllWords, rereadWords } from "#features/search/reindex-search.ts";
import { pollDueMailboxes, pollMailboxes } from "#features/sync/poll-due-mailboxes.ts";
import { sweepAllSources, sweepSources } from "#features/sync/raw-sources.ts";
import { syncMailbox } from "#features/sync/sync.ts";

/** Who runs a kind of job, how many at a time, and when by itself. */
export type JobHandler<Data extends object = object> = {
  job: Job<Data>;
  run: (world: World, data: Data, platform: Visitor, signal: AbortSignal) => Promise<void>;
  /** A cron line, in UTC. */
  schedule?: string;
  atOnce?: number;
};

const duty = <Data extends object>(entry: JobHandler<Data>): JobHandler => entry as unknown as JobHandler;

const housekeeping = job("housekeeping", z.object({}), { retryLimit: 0 });

/** The timetable. */
const timetable: JobHandler[] = [
  duty({
    job: housekeeping,
    schedule: "17 * * * *",
    run: async (_world, _data, platform) => {
      const now = platform.now();
      await platform.platformTx((tx) => purgeSessions(tx, now));
      await platform.platformTx((tx) => purgeFailures(tx, now));
      await platform.platformTx((tx) => purgePasswordLinks(tx, now));
      await platform.platformTx((tx) => closeAbandonedTests(tx, now));
      await platform.platformTx((tx) => purgeAttempts(tx, now));
      await platform.platformTx((tx) => purgeNotices(tx, now));
    },
  }),
  duty({ job: wakeOutbox, atOnce: 2, run: (world, { tenantId }) => outboundSenderOf(world).drain(tenantId) }),
  duty({ job: keepSentCopy, atOnce: 3, run: keepCopy }),
  duty({ job: recoverOutbox, schedule: "* * * * *", run: recover }),
  duty({ job: writeFollowUps, schedule: "* * * * *", run: writeDueDrafts }),
  duty({ job: syncMailboxJob, atOnce: 4, run: syncMailbox }),
  duty({ job: pollMailboxes, schedule: "* * * * *", run: pollDueMailboxes }),
  duty({ job: findDueChannels, schedule: "* * * * *", run: wakeDueChannels }),
  duty({ job: keepChannelJob, atOnce: 2, run: keepChannel }),
  duty({ job: loadDemoMail, run: loadMail }),
  duty({ job: tidySearch, schedule: "* * * * *", run: sortInNewWords }),
  duty({ job: rereadWords, schedule: "* * * * *", run: rereadAllWords }),
  duty({ job: sweepSources, schedule: "23 2 * * *", run: sweepAllSources }),
  duty({ job: foldActivity, schedule: "* * * * *", run: fold }),
  duty({ job: purgeActivity, schedule: "47 3 * * *", run: purgeQuarters }),
  duty({ job: heartbeat, schedule: "* * * * *", run: beat }),
  duty({ job: purgeOutbox, schedule: "41 3 * * *", run: purge }),
];

/** Declares every queue and starts its workers; what a worker throws is retried as the job says. */
export async function startJobs(world: World, duties = timetable) {
  const { boss } = world.queue;
  for (const { job: kind, run, schedule, atOnce = 1 } of duties) {
    await boss.createQueue(kind.name, { notify: true, ...kind.options });
    if (schedule) await boss.schedule(kind.name, schedule, {}, { tz: "UTC" });
    const options = { localConcurrency: atOnce, notifyPollingIntervalSeconds: 2 };
    await boss.work(kind.name, options, async ([next]) => {
      if (!next) return;
      const log = world.log.child({ job: kind.name, jobId: next.id });
      try {
        await run(
          world,
          kind.data.parse(next.data ?? {}),
          openVisitor(world, { log, signal: next.signal }),
          next.signal,
        );
      } catch (error) {
        log.warn({ err: error }, "a job failed");
        // The queue keeps what it is thrown, and an error may carry the mail of a query that failed: the log has the rest.
        throw new Error(`${kind.name} failed`);
      }
    });
  }
}
