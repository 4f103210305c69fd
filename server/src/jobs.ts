import { z } from "zod";
import { jobSeconds } from "#lib/counters.ts";
import { inSpan } from "#lib/trace.ts";
import { deadJobs, type Job, job } from "#db/queue.ts";
import { openVisitor, type Visitor, type World } from "#scope.ts";
import { expireKeys } from "#features/api-keys/expire-keys.ts";
import { auditRefused, auditRefusedJob } from "#features/audit/sign-ins.ts";
import { purgeChallenges } from "#features/auth/factors/challenges.ts";
import { mailFactorChange, mailFactorChangeJob } from "#features/auth/factors/factor-mail.ts";
import { mailResetLinks, mailResetLinksJob } from "#features/auth/forgot-password.ts";
import { mailNewDevice, mailNewDeviceJob } from "#features/auth/new-device.ts";
import { purgePasswordLinks } from "#features/auth/password-links.ts";
import { purgeSessions } from "#features/auth/sessions.ts";
import { purgeFailures } from "#features/auth/throttle.ts";
import { sendBriefingsJob, sendDueBriefings } from "#features/briefing/briefing-jobs.ts";
import { fold, foldActivity, purgeActivity, purgeQuarters } from "#features/dashboards/fold-activity.ts";
import { beat, heartbeat } from "#features/dashboards/heartbeat.ts";
import { loadDemoMail, loadMail } from "#features/demo/mail/load-mail.ts";
import { keepDraftCopy, keepDraftCopyJob, removeDraftCopy, removeDraftCopyJob } from "#features/drafts/draft-copies.ts";
import { erasuresJob, runErasures } from "#features/erasures/run-erasures.ts";
import { purgeExports } from "#features/exports/remove-exports.ts";
import { exportsJob, runExports } from "#features/exports/write-export.ts";
import { writeDueDrafts, writeFollowUps } from "#features/follow-ups/write-drafts.ts";
import { embedPiecesJob } from "#features/knowledge/embed-job.ts";
import { embedPieces } from "#features/knowledge/embed-pieces.ts";
import { findUnreadFiles, findUnreadJob, readFileJob, readKnowledgeFile } from "#features/knowledge/read-files.ts";
import { purgeKnowledge } from "#features/knowledge/remove-knowledge.ts";
import { fetchLeft } from "#features/left-files/fetch-left.ts";
import { sendMergesJob } from "#features/mail-merges/merge-job.ts";
import { sendDueMerges } from "#features/mail-merges/run-merges.ts";
import { runRulesJob } from "#features/mail-rule-state/queue-mail.ts";
import { purgeRules } from "#features/mail-rules/rules.ts";
import { purgeRuns } from "#features/mail-rules/running/purge-runs.ts";
import { queueAged, queueAgedJob } from "#features/mail-rules/running/queue-aged.ts";
import { runRulesFor } from "#features/mail-rules/running/run-queue.ts";
import { closeAbandonedTests } from "#features/mail-servers/test-mail-server.ts";
import { fetchLeftJob } from "#features/mailboxes/fetch-left-job.ts";
import { purgeAttempts } from "#features/mailboxes/oauth/attempts.ts";
import { keepChannel, wakeDueChannels } from "#features/mailboxes/push/channels.ts";
import { findDueChannels, keepChannelJob } from "#features/mailboxes/push/jobs.ts";
import { purgeNotices } from "#features/mailboxes/push/notices.ts";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { findWaitingJob, sendNotificationsJob } from "#features/notifications/jobs.ts";
import { findWaiting, purgeNotifications, sendNotifications } from "#features/notifications/send-notifications.ts";
import { drainOutboxJob } from "#features/outbox/drain-job.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { purge, purgeOutbox, recover, recoverOutbox } from "#features/outbox/recovery.ts";
import { fileSentCopy, fileSentCopyJob } from "#features/outbox/sent-copies.ts";
import { findUnlearned, findUnlearnedJob, learnPeople, learnPeopleJob } from "#features/people/learn-people.ts";
import { dropUnwanted } from "#features/prepared-draft-state/drop-drafts.ts";
import { prepareDraftsJob } from "#features/prepared-draft-state/queue-mail.ts";
import { prepareDraftsFor } from "#features/prepared-drafts/prepare-drafts.ts";
import { purgeProposals } from "#features/proposals/proposals.ts";
import { deleteExpired, deleteExpiredJob } from "#features/retention/delete-expired.ts";
import { flushPendingList, flushPendingListJob } from "#features/search/flush-pending-list.ts";
import { reindexSearch, reindexSearchJob } from "#features/search/reindex-search.ts";
import { wakeSnoozed, wakeSnoozedJob } from "#features/snooze/wake-snoozed.ts";
import { purgeSsoAttempts } from "#features/sso/attempts.ts";
import { pollDueMailboxes, pollMailboxes } from "#features/sync/poll-due-mailboxes.ts";
import { sweepAllSources, sweepSources } from "#features/sync/raw-sources.ts";
import { startSync } from "#features/sync/sync-slots.ts";
import { purgeTemplates } from "#features/templates/remove-templates.ts";
import { findDueVoices, learnVoiceOf } from "#features/voices/learn-voices.ts";
import { findDueVoicesJob, learnVoiceJob } from "#features/voices/learning-job.ts";
import { mailPaused, mailPausedJob } from "#features/webhooks/mail-paused.ts";
import { makeDueDeliveries, webhookDeliveriesJob } from "#features/webhooks/make-deliveries.ts";
import { purgeDeliveries } from "#features/webhooks/purge-deliveries.ts";

/** Runs one kind of job. */
export type JobHandler<Data extends object = object> = {
  job: Job<Data>;
  run: (world: World, data: Data, platform: Visitor, signal: AbortSignal) => Promise<void>;
  /** A cron expression in UTC, for a job that also starts by time. */
  schedule?: string;
  /** How many run at a time in this process; 1 if absent. */
  concurrency?: number;
};

const handler = <Data extends object>(entry: JobHandler<Data>): JobHandler => entry as unknown as JobHandler;

const housekeeping = job("housekeeping", z.object({}), { retryLimit: 0 });

const allHandlers: JobHandler[] = [
  handler({
    job: housekeeping,
    schedule: "17 * * * *",
    run: async (world, _data, platform) => {
      const now = platform.now();
      await platform.platformTx((tx) => purgeSessions(tx, now));
      await platform.platformTx((tx) => purgeFailures(tx, now));
      await platform.platformTx((tx) => purgePasswordLinks(tx, now));
      await platform.platformTx((tx) => purgeChallenges(tx, now));
      await platform.platformTx((tx) => closeAbandonedTests(tx, now));
      await platform.platformTx((tx) => purgeAttempts(tx, now));
      await platform.platformTx((tx) => purgeSsoAttempts(tx, now));
      await platform.platformTx((tx) => purgeNotices(tx, now));
      await platform.platformTx((tx) => purgeTemplates(tx, now));
      await platform.platformTx((tx) => purgeKnowledge(tx, now));
      await purgeNotifications(world);
      await platform.platformTx((tx) => purgeRules(tx, now));
      await purgeRuns(world);
      await purgeDeliveries(world);
      await dropUnwanted(world);
      await purgeExports(world, platform);
      await expireKeys(platform);
      await platform.platformTx((tx) => purgeProposals(tx, now));
    },
  }),
  handler({
    job: drainOutboxJob,
    concurrency: 2,
    run: (world, { tenantId }) => outboundSenderOf(world).drain(tenantId),
  }),
  handler({ job: auditRefusedJob, run: auditRefused }),
  handler({ job: mailNewDeviceJob, run: mailNewDevice }),
  handler({ job: mailFactorChangeJob, run: mailFactorChange }),
  handler({ job: mailResetLinksJob, concurrency: 2, run: mailResetLinks }),
  handler({ job: fileSentCopyJob, concurrency: 3, run: fileSentCopy }),
  handler({ job: keepDraftCopyJob, concurrency: 2, run: keepDraftCopy }),
  handler({ job: removeDraftCopyJob, concurrency: 2, run: removeDraftCopy }),
  handler({ job: recoverOutbox, schedule: "* * * * *", run: recover }),
  handler({ job: writeFollowUps, schedule: "* * * * *", run: writeDueDrafts }),
  handler({ job: sendBriefingsJob, schedule: "* * * * *", run: sendDueBriefings }),
  handler({ job: sendMergesJob, schedule: "* * * * *", run: sendDueMerges }),
  handler({ job: runRulesJob, schedule: "* * * * *", concurrency: 2, run: runRulesFor }),
  // Several, because a model that is slow holds one for its timeout.
  handler({ job: prepareDraftsJob, schedule: "* * * * *", concurrency: 3, run: prepareDraftsFor }),
  handler({ job: webhookDeliveriesJob, schedule: "* * * * *", run: makeDueDeliveries }),
  handler({ job: mailPausedJob, run: mailPaused }),
  handler({ job: queueAgedJob, schedule: "7 * * * *", run: queueAged }),
  handler({ job: wakeSnoozedJob, schedule: "* * * * *", run: wakeSnoozed }),
  // Several, because a push service that hangs holds one for its timeout.
  handler({ job: sendNotificationsJob, concurrency: 4, run: sendNotifications }),
  handler({ job: findWaitingJob, schedule: "* * * * *", run: findWaiting }),
  handler({ job: learnPeopleJob, concurrency: 2, run: learnPeople }),
  handler({ job: findUnlearnedJob, schedule: "* * * * *", run: findUnlearned }),
  handler({ job: learnVoiceJob, run: learnVoiceOf }),
  handler({ job: findDueVoicesJob, schedule: "* * * * *", run: findDueVoices }),
  handler({ job: readFileJob, concurrency: 2, run: readKnowledgeFile }),
  handler({ job: findUnreadJob, schedule: "* * * * *", run: findUnreadFiles }),
  handler({ job: embedPiecesJob, schedule: "* * * * *", concurrency: 2, run: embedPieces }),
  handler({ job: syncMailboxJob, concurrency: 4, run: startSync }),
  handler({ job: fetchLeftJob, concurrency: 2, run: fetchLeft }),
  handler({ job: pollMailboxes, schedule: "* * * * *", run: pollDueMailboxes }),
  handler({ job: findDueChannels, schedule: "* * * * *", run: wakeDueChannels }),
  handler({ job: keepChannelJob, concurrency: 2, run: keepChannel }),
  handler({ job: loadDemoMail, run: loadMail }),
  handler({ job: flushPendingListJob, schedule: "* * * * *", run: flushPendingList }),
  handler({ job: reindexSearchJob, schedule: "* * * * *", run: reindexSearch }),
  handler({ job: sweepSources, schedule: "23 2 * * *", run: sweepAllSources }),
  handler({ job: foldActivity, schedule: "* * * * *", run: fold }),
  handler({ job: purgeActivity, schedule: "47 3 * * *", run: purgeQuarters }),
  handler({ job: heartbeat, schedule: "* * * * *", run: beat }),
  handler({ job: exportsJob, schedule: "* * * * *", concurrency: 2, run: runExports }),
  handler({ job: erasuresJob, schedule: "* * * * *", concurrency: 2, run: runErasures }),
  handler({ job: deleteExpiredJob, schedule: "37 * * * *", run: deleteExpired }),
  handler({ job: purgeOutbox, schedule: "41 3 * * *", run: purge }),
];

/** Creates every queue that does not exist yet. A process that only adds jobs needs them too. */
export async function declareJobs({ queue }: World, handlers = allHandlers) {
  const { heartbeatSeconds } = deadJobs;
  for (const { job: kind } of handlers) {
    const { policy = "standard", ...settings } = { notify: true, heartbeatSeconds, ...kind.options };
    await queue.boss.createQueue(kind.name, { policy, ...settings });
    // The queue may be of an earlier version of the program.
    await queue.boss.updateQueue(kind.name, settings);
  }
}

/** Declares every queue and starts its workers. A job that throws is retried by the rules of its queue. */
export async function startJobs(world: World, handlers = allHandlers) {
  const { boss } = world.queue;
  world.stopping.addEventListener("abort", () => {
    for (const { job: kind } of handlers) void boss.offWork(kind.name, { wait: false }).catch(() => undefined);
  });
  await declareJobs(world, handlers);
  for (const { job: kind, run, schedule, concurrency = 1 } of handlers) {
    if (schedule) await boss.schedule(kind.name, schedule, {}, { tz: "UTC" });
    const options = { localConcurrency: concurrency, notifyPollingIntervalSeconds: 2 };
    await boss.work(kind.name, options, async ([next]) => {
      if (!next) return;
      const log = world.log.child({ job: kind.name, jobId: next.id });
      const measured = jobSeconds.startTimer({ job: kind.name });
      try {
        const work = () =>
          run(
            { ...world, log },
            kind.data.parse(next.data ?? {}),
            openVisitor(world, { log, signal: next.signal }),
            next.signal,
          );
        await inSpan({ name: `job ${kind.name}`, kind: "consumer" }, work);
        measured({ outcome: "done" });
      } catch (error) {
        measured({ outcome: "failed" });
        log.warn({ err: error }, "a job failed");
        // The queue stores the error in its table, and a failed query's error may contain mail. The log has the details.
        throw new Error(`${kind.name} failed`);
      }
    });
  }
}
