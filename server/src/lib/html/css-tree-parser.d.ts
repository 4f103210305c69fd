/** The parser alone: the whole package loads the grammar of every property, which nothing here needs. */
declare module "css-tree/parser" {
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export { parse as default } from "css-tree";
}
