import { availableParallelism } from "node:os";

/** Journeys of one file run one after the other, and files beside each other where there are cores for it. */
export const workers = Math.min(2, availableParallelism());

/** Every worker has a product of its own, so that no journey meets another's changes halfway. */
export const publishProducts = (urls: string[]) => {
  process.env.E2E_URLS = urls.join(" ");
};

/** The product of the worker that asks; none in the process that only hands out the work. */
export const productUrl = () => process.env.E2E_URLS?.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
