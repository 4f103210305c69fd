import type { Endpoint, ResponseOf } from "@intellibox/contract/endpoint";
import { type KeyCalls, keyCalls } from "@intellibox/contract/key-calls";
import { keyDownloads } from "@intellibox/contract/key-downloads";
import type { z } from "zod";
import { allItems } from "./all-items.ts";
import { clientCallOf } from "./client-call.ts";
import { type ClientOptions, connectionOf } from "./connection.ts";
import { type Download, download } from "./download.ts";
import { type CallOptions, type Connection, makeCall, type StreamOptions } from "./make-call.ts";
import type { CallParts, FileToSend } from "./request.ts";

/** A part of a call's argument. It can be left out if none of its fields is required. */
type Part<E, Name extends string> = E extends { [K in Name]: infer S extends z.ZodType }
  ? Record<string, never> extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : unknown;
type Files<E> = E extends { files: object }
  ? E extends { body: z.ZodType }
    ? { files?: readonly FileToSend[] }
    : { files: readonly FileToSend[] }
  : unknown;
type CallInput<E> = Part<E, "params"> & Part<E, "query"> & Part<E, "headers"> & Part<E, "body"> & Files<E>;
type OptionsOf<E> = E extends { streams: true } ? StreamOptions : CallOptions;

type Arguments<Input, Options> =
  Record<string, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];

type QueryFields<E> = E extends { query: infer S extends z.ZodType } ? keyof z.input<S> : never;
type ItemOf<E extends Endpoint> =
  ResponseOf<E> extends { items: (infer Item)[]; nextCursor: string | null }
    ? "cursor" extends QueryFields<E>
      ? Item
      : never
    : ResponseOf<E> extends { items: (infer Item)[]; total: number }
      ? "page" extends QueryFields<E>
        ? Item
        : never
      : never;

/** A call as a function. Lists in pages also have `all`, which goes through every item. */
type Method<E extends Endpoint> = ((...given: Arguments<CallInput<E>, OptionsOf<E>>) => Promise<ResponseOf<E>>) &
  ([ItemOf<E>] extends [never]
    ? unknown
    : { all(...given: Arguments<CallInput<E>, CallOptions>): AsyncGenerator<ItemOf<E>, void, undefined> });

type Calls = {
  [Group in keyof KeyCalls]: {
    [Call in keyof KeyCalls[Group]]: KeyCalls[Group][Call] extends Endpoint ? Method<KeyCalls[Group][Call]> : never;
  };
};

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;
type Downloads = {
  [Name in keyof typeof keyDownloads]: (
    given: { params: { [K in Parameters<(typeof keyDownloads)[Name]["path"]>]: string | number } },
    options?: CallOptions,
  ) => Promise<Download>;
};

/** The calls that a key may make, by their groups in the contract, and the files that it may download. */
export type Client = Calls & { downloads: Downloads };

/** A client for one installation and one key. It keeps no state and no connection that must be closed. */
export function createClient(options: ClientOptions): Client {
  const connection = connectionOf(options);
  const groups = Object.entries<Record<string, Endpoint>>(keyCalls).map(([group, calls]) => [
    group,
    Object.fromEntries(Object.entries(calls).map(([name, endpoint]) => [name, methodOf(connection, endpoint)])),
  ]);
  const downloads = Object.entries(keyDownloads).map(([name, { path }]) => [
    name,
    (given: { params: object }, callOptions?: CallOptions) => download(connection, path, given, callOptions),
  ]);
  return { ...Object.fromEntries(groups), downloads: Object.fromEntries(downloads) };
}

function methodOf(connection: Connection, endpoint: Endpoint) {
  const call = clientCallOf(endpoint);
  const { paging } = call;
  const method = (given: CallParts = {}, options: StreamOptions = {}) => makeCall(connection, call, given, options);
  if (!paging) return method;
  const all = (given: CallParts = {}, options?: CallOptions) =>
    allItems(paging, given, (page) => method(page, options));
  return Object.assign(method, { all });
}
