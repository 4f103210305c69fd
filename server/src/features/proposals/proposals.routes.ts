import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { acceptProposal } from "./accept-proposal.ts";
import { createProposal, declineProposal, listProposals } from "./proposals.ts";

export const proposalRoutes = (world: World) => [
  on(api.proposals.list, listProposals),
  on(api.proposals.create, (scope, { body }) => createProposal(scope, body)),
  on(api.proposals.accept, (scope, { params }) => acceptProposal(world, scope, params.id)),
  on(api.proposals.decline, (scope, { params }) => declineProposal(scope, params.id)),
];
