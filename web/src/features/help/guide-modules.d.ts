// The modules that the plugin `guide-pages` makes at build time.
declare module "virtual:guide" {
  export const pages: import("#lib/guide-nodes.ts").GuidePage[];
}
declare module "virtual:news" {
  export const releases: import("#lib/guide-nodes.ts").Release[];
}
declare module "virtual:news-mark" {
  export const newsMark: string;
}
