import { availableParallelism } from "node:os";
import type { Product } from "./product.ts";

/**
 * Journeys of one file run one after the other. Files run in parallel if the machine has several cores. A journey's steps pass
 * between runner, browser and product, so that one worker keeps about two thirds of a core busy: three workers fill two cores.
 */
export const workers = availableParallelism() > 1 ? 3 : 1;

/** Every worker has a product of its own, so that parallel journeys do not see each other's changes. */
export const publishProducts = (products: Pick<Product, "url" | "data">[]) => {
  process.env.E2E_URLS = products.map(({ url }) => url).join(" ");
  process.env.E2E_DATA = products.map(({ data }) => data).join(" ");
};

/** The product of this worker. Undefined in Playwright's main process. */
export const productUrl = () => ofWorker(process.env.E2E_URLS);
/** Its data folder, for journeys that change the database, for example to make time pass. */
export const productData = () => ofWorker(process.env.E2E_DATA);

const ofWorker = (values = "") => values.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] || undefined;
