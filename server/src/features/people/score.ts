// Ranks addresses by use. Each mail adds a weight that halves every 60 days.
//
// The sum of the weights changes with every day, but the order of two sums does not. So the score is the logarithm of the sum as it
// would have been on a fixed day: it grows with mail only, can be indexed, and never has to be computed again.
import { type SQL, sql } from "#db/orm.ts";

const halfLifeDays = 60;
const start = Date.UTC(2020, 0, 1);
/** Writing to someone says more than being written to. */
const weights = { sent: 4, received: 1 };

/** The score of one mail. */
export const scoreOf = (direction: keyof typeof weights, at: Date): number =>
  (at.getTime() - start) / (halfLifeDays * 24 * 3600 * 1000) + Math.log2(weights[direction]);

/** The score of two sets of mail together. */
export const addScores = (one: number, other: number): number =>
  Math.max(one, other) + Math.log2(1 + 2 ** -Math.abs(one - other));

/** `addScores` in SQL. The difference is bounded, because PostgreSQL refuses a power that is too small. */
export const addedScore = (one: SQL, other: SQL): SQL =>
  sql`greatest(${one}, ${other}) + ln(1 + power(2::float8, -least(abs(${one} - ${other}), 100))) / ln(2::float8)`;
