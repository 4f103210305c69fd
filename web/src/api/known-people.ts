import { knownPeople } from "@intellibox/contract/endpoints/known-people";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import type { KnownPeople, KnownPerson } from "#lib/mail/matching-people.ts";

export const knownPeopleKey = ["people", "known"] as const;

const bestPeopleQuery = queryOptions({
  queryKey: knownPeopleKey,
  queryFn: ({ signal }) => call(knownPeople.complete, { query: {} }, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

const nobody: readonly KnownPerson[] = [];

/** The people that are used most. They are optional: if they cannot be loaded, there are none. */
export const useLoadedPeople = (): readonly KnownPerson[] => useQuery(bestPeopleQuery).data?.items ?? nobody;

const find: NonNullable<KnownPeople["find"]> = async (q, signal) =>
  (await call(knownPeople.complete, { query: { q: q.slice(0, 200), limit: 20 } }, { signal })).items;

/** People for the completion of recipients. */
export const useKnownPeople = (): KnownPeople => ({ loaded: useLoadedPeople(), find });
