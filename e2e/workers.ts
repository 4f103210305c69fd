import { availableParallelism } from "node:os";
import type { Product } from "./product.ts";

/** Journeys of one file run one after the other, and files beside each other where there are cores for it. */
export const workers = Math.min(2, availableParallelism());

/** Every worker has a product of its own, so that no journey meets another's changes halfway. */
export const publishProducts = (products: Pick<Product, "url" | "data">[]) => {
  process.env.E2E_URLS = products.map(({ url }) => url).join(" ");
  process.env.E2E_DATA = products.map(({ data }) => data).join(" ");
};

/** The product of the worker that asks; none in the process that only hands out the work. */
export const productUrl = () => ofWorker(process.env.E2E_URLS);
/** Its data folder, for what can only be brought about from within: time that has passed. */
export const productData = () => ofWorker(process.env.E2E_DATA);

const ofWorker = (values = "") => values.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] || undefined;
