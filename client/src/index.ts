// The door of the package: what a program imports.
// biome-ignore lint/performance/noBarrelFile: a package for others has one door
export { ApiError, type ClientErrorCode } from "./api-error.ts";
export type { ClientOptions } from "./connection.ts";
export { type Client, createClient } from "./create-client.ts";
export type { Download } from "./download.ts";
export type { CallOptions, StreamOptions } from "./make-call.ts";
export type { FileToSend } from "./request.ts";
