// The states on which the answer to a call for a list depends, so that an unchanged list is not read again.
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import type { Scope } from "#scope.ts";
import { longSince } from "./count-listed.ts";
import type { ListQuery } from "./list-messages.ts";

/**
 * The states of the answers that a caller may keep: the state of the person's mail, and while the list is remembered as too long for a
 * total, that of an answer without one. Empty for a search and Important, which depend on more than mail that changed, and for bodies,
 * which depend on the reader's choices.
 */
export function statesOfList(scope: Scope, query: ListQuery): string[] {
  const state = stateOf(scope, query);
  if (state === undefined) return [];
  return !query.cursor && longSince(scope, query) ? [state, withoutTotal(state)] : [state];
}

/** A list without a total that was remembered from an earlier state may be short by now. */
export function stateOfPage(scope: Scope, query: ListQuery, { total }: ResponseOf<typeof inbox.threads>) {
  const state = stateOf(scope, query);
  if (state === undefined || query.cursor || total !== undefined) return state;
  return longSince(scope, query)?.mailState === state ? state : withoutTotal(state);
}

const withoutTotal = (state: string) => `${state} without total`;

const stateOf = ({ user }: Scope, { q, priority, include }: ListQuery) =>
  q || priority || include ? undefined : user.mailState;
