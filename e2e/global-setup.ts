import { rmSync } from "node:fs";
import { productLog, startProduct } from "./product.ts";

/** One product serves all journeys; its address reaches the workers by their environment. */
export default async function setup() {
  rmSync(productLog, { force: true });
  const product = await startProduct();
  process.env.E2E_URL = product.url;
  return product.remove;
}
