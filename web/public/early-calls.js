// Starts the calls that this page made when it was opened last, while its scripts are still loading. It stands in a file of its own
// because the content security policy admits no inline script. `src/lib/http/api.ts` takes the answers.
(() => {
  const name = "intellibox.early-calls";
  const mostCalls = 8;
  const noteMs = 8_000;
  // After the app's first call: an answer that nothing has asked for by then would be old when it is taken.
  const takeMs = 3_000;
  const started = performance.now();
  const page = location.pathname;
  const calls = new Map();
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      // Storage may be refused in a private window, and holds what an earlier version wrote.
      return null;
    }
  };
  const session = read("intellibox.session");
  const owner = session?.user?._id;
  /** Only paths of this origin may get the token. */
  const isOwn = (url) => typeof url === "string" && /^\/(?![/\\])/.test(url);

  const stored = read(name);
  const known = owner && stored?.owner === owner && stored.pages ? stored.pages : {};
  const before = Array.isArray(known[page]) && !location.search ? known[page] : [];
  for (const call of before.slice(0, mostCalls)) {
    if (!isOwn(call?.url) || typeof call.headers !== "object") continue;
    const headers = { ...call.headers, authorization: `Bearer ${session.token}` };
    const answer = fetch(call.url, { headers });
    // The app makes the call again if it failed.
    answer.catch(() => undefined);
    calls.set(call.url, { answer, key: keyOf(headers) });
  }

  function keyOf(headers) {
    return JSON.stringify(Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  let firstTake;
  const noted = [];
  function note(url, { authorization, ...headers }) {
    if (!owner || authorization !== `Bearer ${session.token}` || location.search || location.pathname !== page) return;
    if (!isOwn(url) || noted.length >= mostCalls || performance.now() - started > noteMs) return;
    noted.push({ url, headers });
    try {
      localStorage.setItem(name, JSON.stringify({ owner, pages: { ...known, [page]: noted } }));
    } catch {
      // Without storage nothing is early.
    }
  }

  window.earlyCalls = {
    /** The answer of a call that is under way with these headers, once. Undefined if there is none. */
    take(url, headers) {
      note(url, headers);
      if (calls.size > 0 && firstTake === undefined) firstTake = performance.now();
      const call = calls.get(url);
      calls.delete(url);
      return call?.key === keyOf(headers) && performance.now() - firstTake < takeMs ? call.answer : undefined;
    },
  };
})();
