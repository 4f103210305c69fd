import type { Scope } from "#scope.ts";
import { runRulesJob } from "#features/mail-rule-state/queue-mail.ts";

/** Lets a worker carry out what the caller's rules left for later. */
export const wakeOwnRules = (scope: Scope) =>
  scope.tx((tx) =>
    scope.enqueue(
      tx,
      runRulesJob,
      { tenantId: scope.tenantId, userId: scope.user.id },
      { singletonKey: scope.user.id },
    ),
  );
