/** The cache of one version of the web app. Its page and scripts are always of the same build. */

/** Written by the build: a fingerprint of its sources, and the files of each language. */
declare const appVersion: string;
declare const filesByLanguage: Record<string, string[]>;

const cachePrefix = "intellibox-app-";
const cacheName = `${cachePrefix}${appVersion}`;
/** The key of the page, which is the same for every address of the app. */
const pageKey = "/inbox";
/** A slower network is answered with the kept page. */
const pageTimeoutMs = 3_000;
/** Answers of a proxy whose server is away. */
const awayStatuses = [502, 503, 504];

const filesOf = filesByLanguage;
const allFiles = new Set(Object.values(filesOf).flat());

export const isKeptFile = (path: string) => allFiles.has(path);

/** Keeps the page in the reader's language and all files that it may load. Throws if the server has another version. */
export async function keepApp() {
  const page = await fetch(pageKey, { cache: "no-store" });
  const html = await page.clone().text();
  const language = /<html lang="(\w+)"/.exec(html)?.[1] ?? "";
  const files = filesOf[language];
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (!page.ok || !files || !script || !isKeptFile(script)) throw new Error("The server has another version");
  const cache = await caches.open(cacheName);
  await Promise.all(files.map((file) => keepFile(cache, file)));
  // After its files, so that a stopped download leaves no page without them.
  await cache.put(pageKey, page);
}

/** Takes a file from an earlier version if its name has a hash, because its content is the same then. */
async function keepFile(cache: Cache, file: string) {
  if (await cache.match(file)) return;
  const known = file.startsWith("/assets/") ? await caches.match(file) : undefined;
  if (known) await cache.put(file, known);
  else await cache.add(new Request(file, file.startsWith("/assets/") ? {} : { cache: "no-cache" }));
}

export async function removeOtherVersions() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The server's page, which may be of a newer version; the kept one if the network is away or slow. */
export async function answerPage(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  const fromServer = fetchPage(request, preloaded);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeoutMs));
  const first = await Promise.race([fromServer.catch(() => undefined), timeout]);
  if (first && !awayStatuses.includes(first.status)) return first;
  const kept = await caches.match(pageKey, { cacheName });
  return kept ?? first ?? fromServer;
}

const fetchPage = async (request: Request, preloaded: Promise<Response | undefined>) =>
  (await preloaded) ?? fetch(request);

/** A kept file, otherwise the server's, which is kept if its name has a hash. */
export async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  const isHashed = new URL(request.url).pathname.startsWith("/assets/");
  if (answer.ok && isHashed) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}
