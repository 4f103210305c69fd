// Which connections a call to a model may use. See docs/decisions/013-addresses-of-models.md.
import { type EgressPolicy, openFetch } from "#lib/egress.ts";
import { isLocalModelAddress, type LocalModelHost } from "#lib/local-model-hosts.ts";
import { hasTypedAddress } from "./provider-base.ts";
import type { ProviderSettings } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;

export type ModelNetwork = {
  /** The connections for a model's address. */
  fetchFor(settings: Pick<ProviderSettings, "provider" | "baseUrl" | "chosenBy">): Fetch;
  /** For addresses that the operator allows by INTELLIBOX_LOCAL_MODELS. It follows no redirect. */
  local: Fetch;
  /** For addresses that the installation's policy allows. */
  allowed: Fetch;
  /** The hosts on which models are looked for. */
  localHosts: readonly LocalModelHost[];
  close(): Promise<void>;
};

/** All calls by one fetch, without a policy: for tests and measurements. */
export const networkOver = (fetch: Fetch): ModelNetwork => ({
  fetchFor: () => fetch,
  local: fetch,
  allowed: fetch,
  localHosts: [],
  close: async () => undefined,
});

export function openModelNetwork(policy: EgressPolicy, localHosts: readonly LocalModelHost[]): ModelNetwork {
  const allowed = openFetch(policy);
  const open = openFetch({ allowPrivate: true });
  const publicOnly = openFetch({ allowPrivate: false });
  // A redirect could lead from a permitted address to any other one in the private network.
  const local: Fetch = (input, init) => open(input, { ...init, redirect: "error" });
  return {
    fetchFor({ provider, baseUrl, chosenBy }) {
      if (!hasTypedAddress(provider)) return allowed;
      if (chosenBy === "company") return publicOnly;
      return isLocalModelAddress(localHosts, baseUrl) ? local : allowed;
    },
    local,
    allowed,
    localHosts,
    close: async () => {
      await Promise.all([allowed.close(), open.close(), publicOnly.close()]);
    },
  };
}
