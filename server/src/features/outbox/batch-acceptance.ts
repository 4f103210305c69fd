import { and, eq, inArray } from "drizzle-orm";
import { type Batch, groupCommitBy } from "#lib/group-commit.ts";
import { type FenceOptions, fencedTransaction, type Tx } from "#db/fence.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope, World } from "#scope.ts";
import { type Acceptance, type Accepted, acceptMails, isPlain } from "./accept.ts";
import type { Announce } from "./announce.ts";
import { inCompany } from "./outbox-store.ts";
import { askForSender, type SenderFacts } from "./sender.ts";

type Row = typeof outbox.$inferSelect;
type Question = { scope: Scope; key: string | undefined };
/** What is known before a mail is written: who sends, and the mail that the same key stands for already. */
type Answer = { facts: SenderFacts; earlier: Row | undefined };

export type BatchAcceptance = {
  lookUp(scope: Scope, key: string | undefined): Promise<Answer>;
  /** Undefined where the same key came first. */
  accept(scope: Scope, acceptance: Acceptance): Promise<Accepted | undefined>;
};

/** Larger mails are written down one by one: several in one statement would be several times the memory. */
const largeBytes = 256 * 1024;
const mostTogether = 40;

/**
 * Where mail is taken in. What one sender asks for at the same time is looked up and committed together; a sender alone waits
 * for nobody. Never across senders: each transaction is fenced to its own.
 */
export function openBatchAcceptance(world: World, announce: Announce): BatchAcceptance {
  const fenced = <T>({ tenantId, user }: Scope, work: (tx: Tx) => Promise<T>, options?: FenceOptions) =>
    fencedTransaction(world.db, { tenantId, userId: user.id }, work, options);

  const lookUp = groupCommitBy<Question, Answer>(
    ({ scope }) => senderKey(scope),
    (questions) => fenced(questions[0].scope, (tx) => answerAll(tx, questions)),
    { most: mostTogether, ...inCompany },
  );

  type Given = { scope: Scope; acceptance: Acceptance };
  const acceptAll = async (given: Batch<Given>) => {
    const [{ scope }] = given;
    const asked = given.map(({ acceptance }) => acceptance);
    const accepted = await fenced(scope, (tx) => acceptMails(tx, scope, asked), { keepsPlans: asked.every(isPlain) });
    announce({ tenantId: scope.tenantId, userId: scope.user.id });
    return accepted;
  };
  const acceptTogether = groupCommitBy<Given, { accepted: Accepted | undefined } | "alone">(
    ({ scope }) => senderKey(scope),
    async (given) => {
      try {
        return (await acceptAll(given)).map((accepted) => ({ accepted }));
      } catch (error) {
        if (given.length === 1) throw error;
        // What one of them is refused for is not the others' fault.
        return given.map(() => "alone" as const);
      }
    },
    { most: mostTogether, ...inCompany },
  );

  return {
    lookUp: (scope, key) => lookUp({ scope, key }),
    async accept(scope, acceptance) {
      const given: Given = { scope, acceptance };
      const outcome = acceptance.mail.raw.length > largeBytes ? "alone" : await acceptTogether(given);
      return outcome === "alone" ? (await acceptAll([given]))[0] : outcome.accepted;
    },
  };
}

const senderKey = ({ tenantId, user }: Scope) => `${tenantId} ${user.id}`;

/** They are all of one sender, so any of them says whose. */
async function answerAll(tx: Tx, questions: Batch<Question>): Promise<Answer[]> {
  const [{ scope }] = questions;
  const keys = questions.flatMap(({ key }) => key ?? []);
  const known = new Map((await findByKeys(tx, scope, keys)).map((row) => [row.idempotencyKey, row]));
  const facts = await askForSender(tx, scope);
  return questions.map(({ key }) => ({ facts, earlier: key === undefined ? undefined : known.get(key) }));
}

export async function findByKeys(tx: Tx, { tenantId, user }: Scope, keys: string[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  return tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.tenantId, tenantId), eq(outbox.userId, user.id), inArray(outbox.idempotencyKey, keys)));
}
