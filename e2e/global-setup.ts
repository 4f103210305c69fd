import { rmSync } from "node:fs";
import type { FullConfig } from "@playwright/test";
import { productLog, startProduct } from "./product.ts";
import { publishProducts } from "./workers.ts";

export default async function setup({ workers }: FullConfig) {
  rmSync(productLog, { force: true });
  const starts = await Promise.allSettled(Array.from({ length: workers }, () => startProduct()));
  const products = starts.filter((start) => start.status === "fulfilled").map(({ value }) => value);
  const removeAll = () => Promise.all(products.map(({ remove }) => remove()));
  const failed = starts.find((start) => start.status === "rejected");
  if (failed) {
    await removeAll();
    throw failed.reason;
  }
  publishProducts(products);
  return removeAll;
}
