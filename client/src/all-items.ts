import type { ClientCall } from "./client-call.ts";
import type { CallParts } from "./request.ts";

type Page = { items: unknown[]; nextCursor?: string | null; total?: number };

/** Every item of a paged list. The next page is fetched when it is needed, so a loop that ends early asks for no more. */
export async function* allItems(
  paging: NonNullable<ClientCall["paging"]>,
  given: CallParts,
  load: (given: CallParts) => Promise<unknown>,
) {
  const { cursor, page = 1, ...rest } = (given.query ?? {}) as Record<string, unknown>;
  let next: Record<string, unknown> = paging === "cursor" ? { cursor } : { page };
  for (let seen = 0; ; ) {
    const { items, nextCursor, total = 0 } = (await load({ ...given, query: { ...rest, ...next } })) as Page;
    yield* items;
    seen += items.length;
    if (paging === "cursor" && !nextCursor) return;
    if (paging === "page" && (items.length === 0 || (Number(page) === 1 && seen >= total))) return;
    next = paging === "cursor" ? { cursor: nextCursor } : { page: Number(next.page) + 1 };
  }
}
