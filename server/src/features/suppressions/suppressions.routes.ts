import { api } from "@intellibox/contract/api";
import { inLanguage, pageLanguage } from "#lib/languages.ts";
import { on, onRaw } from "#http/route.ts";
import type { Visitor } from "#scope.ts";
import { addSuppressions, listSuppressions, removeSuppression } from "./suppressions.ts";
import { findLink, isUnsubscribed, testToken, unsubscribeByLink } from "./unsubscribe-links.ts";
import { askPage, donePage, testPage, unknownPage } from "./unsubscribe-page.ts";

const { suppressions } = api;
type Asked = { params: unknown; headers: Parameters<typeof pageLanguage>[0] };
const link = { path: "/u/:token", access: "public", perMinute: 60 } as const;
const html = "text/html; charset=utf-8";

/** The page of a link in the reader's language, after the person was unsubscribed if `act` says so. */
async function pageOf(
  visitor: Visitor,
  { params, headers }: Asked,
  act: boolean,
): Promise<{ status: number; page: string }> {
  const { token } = params as { token: string };
  const inReadersLanguage = (write: () => string) => inLanguage(pageLanguage(headers), write);
  if (token === testToken) return { status: 200, page: inReadersLanguage(testPage) };
  const found = await findLink(visitor, token);
  if (!found) return { status: 404, page: inReadersLanguage(unknownPage) };
  if (act) await unsubscribeByLink(visitor, found);
  const isDone = act || (await isUnsubscribed(visitor, found));
  const named = { address: found.link.address, company: found.company };
  return { status: 200, page: inReadersLanguage(() => (isDone ? donePage(named) : askPage(named))) };
}

export const suppressionRoutes = [
  on(suppressions.list, (scope, { query }) => scope.tx((tx) => listSuppressions(tx, scope, query))),
  on(suppressions.add, (scope, { body }) => addSuppressions(scope, body)),
  on(suppressions.remove, (scope, { body }) => scope.tx((tx) => removeSuppression(tx, scope, body))),
  // Changes nothing: mail programs and virus scanners open every link of a mail.
  onRaw({ ...link, method: "GET" }, async (visitor, request, reply) => {
    const { status, page } = await pageOf(visitor, request, false);
    return reply.status(status).type(html).send(page);
  }),
  // From the button of the page, or from a mail program (RFC 8058).
  onRaw({ ...link, method: "POST", acceptsForms: true }, async (visitor, request, reply) => {
    const { status, page } = await pageOf(visitor, request, true);
    return reply.status(status).type(html).send(page);
  }),
];
