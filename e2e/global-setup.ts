import { rmSync } from "node:fs";
import { type Product, productLog, startProduct } from "./product.ts";
import { publishProducts, workers } from "./workers.ts";

export default async function setup() {
  rmSync(productLog, { force: true });
  const products: Product[] = [];
  const removeAll = () => Promise.all(products.map(({ remove }) => remove()));
  try {
    while (products.length < workers) products.push(await startProduct());
  } catch (error) {
    await removeAll();
    throw error;
  }
  publishProducts(products);
  return removeAll;
}
