// The modules that the plugin `guide-pages` makes at build time.
declare module "virtual:guide" {
  export const pages: import("../../../guide-pages.ts").GuidePage[];
}
declare module "virtual:news" {
  export const releases: import("../../../guide-pages.ts").Release[];
}
declare module "virtual:news-mark" {
  export const newsMark: string;
}
