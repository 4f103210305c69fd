import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { invitationAnswers } from "#db/tables/invitation-answers.ts";
import type { AnsweredInvitation } from "./request.ts";

type AnswerOwner = { tenantId: string; userId: string; logId: string };

/** Records an answer together with its mail, so that there is never one without the other. */
export const recordAnswer = (tx: Tx, { tenantId, userId, logId }: AnswerOwner, answered: AnsweredInvitation) =>
  tx.insert(invitationAnswers).values({ tenantId, userId, id: logId, ...answered });

/** The mail was not sent and will not be, so the answer before it counts again. */
export const withdrawAnswer = (tx: Tx, { tenantId, logId }: Omit<AnswerOwner, "userId">) =>
  tx
    .update(invitationAnswers)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(invitationAnswers.tenantId, tenantId), eq(invitationAnswers.id, logId)));
